import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitLane, LaneCommitted } from '@harness/core/effects/commit-lane'
import { asCommitHash, asLaneName, type CommitHash } from '@harness/core/kernel/ids'
import { expect, test, vi } from 'vitest'
import { type AgentWorld, agentWorld } from '../../test-support/agent-world.ts'
import { firstAttempt, idOf, repeatedAttempt } from '../../test-support/target-repo.ts'
import { commitLane } from './commit-lane.ts'

/** How many more calls of git are carried out until the process dies. */
const life = vi.hoisted(() => ({ calls: Number.POSITIVE_INFINITY }))

vi.mock(import('../../machine/git/git.ts'), async (original) => {
  const real = await original()
  const mortal = <Call extends (...args: never[]) => unknown>(call: Call): Call =>
    ((...args: never[]) => {
      if (--life.calls < 0) throw new Error('the process died')
      return call(...args)
    }) as Call
  return { ...real, git: mortal(real.git), gitOk: mortal(real.gitOk) }
})

const branch = 'task/0001-search'

const order = (commit: CommitHash, more: Partial<CommitLane> = {}): CommitLane => ({
  type: 'CommitLane',
  id: idOf('20260101-000000/checkpoint/phase-1-task-1/1'),
  lane: asLaneName('0001-search'),
  commit,
  message: '[autopilot] Phase 1: Scan, task 1: decision passed',
  takesFiles: false,
  ...more,
})

const takes = (commit: CommitHash, more: Partial<CommitLane> = {}): CommitLane =>
  order(commit, { id: idOf('20260101-000000/by-hand/phase-1-task-1/1'), takesFiles: true, ...more })

async function commits(
  world: AgentWorld,
  command: CommitLane,
  attempt = firstAttempt,
): Promise<LaneCommitted> {
  const event = await commitLane(command, attempt, world.ports)
  if (event.type !== 'LaneCommitted') throw new Error(JSON.stringify(event))
  return event
}

const put = (world: AgentWorld, path: string, text: string): void =>
  writeFileSync(join(world.lane, path), text)

/** The lane, its branch and what a person sees there are at the commit, and nothing else is there. */
function isAt(world: AgentWorld, commit: string): void {
  expect(world.repo.git('rev-parse', branch)).toBe(commit)
  expect(world.inLane('status', '--porcelain')).toBe('')
  expect(world.repo.ownGit(world.lane, 'rev-parse', 'HEAD')).toBe(commit)
  expect(world.repo.ownGit(world.lane, 'status', '--porcelain')).toBe('')
}

test('AP-08 a checkpoint that was passed is marked by an empty commit', async () => {
  const world = await agentWorld([])
  const event = await commits(world, order(world.start))
  expect(event).toMatchObject({ changedFiles: [], tree: world.inLane('rev-parse', `${world.start}^{tree}`) })
  expect(event.notes).toBeUndefined()
  expect(world.inLane('log', '-1', '--format=%s%n%P', event.commit)).toBe(
    `[autopilot] Phase 1: Scan, task 1: decision passed\n${world.start}`,
  )
  isAt(world, event.commit)
})

test('AP-09 what a person did in the lane becomes one commit, with what they committed themselves', async () => {
  const world = await agentWorld([])
  put(world, 'a.txt', 'by hand\n')
  world.repo.ownGit(world.lane, 'commit', '--quiet', '-am', 'mine')
  put(world, 'new.txt', 'new\n')
  put(world, 'node_modules', 'ignored\n')
  const event = await commits(world, takes(world.start))
  expect(event.changedFiles).toEqual(['a.txt', 'new.txt'])
  expect(world.inLane('rev-parse', `${event.commit}^`)).toBe(world.start)
  expect(world.inLane('show', `${event.commit}:a.txt`)).toBe('by hand')
  isAt(world, event.commit)
  expect(world.setAside()).toEqual([])
})

test('AP-08, AP-09 if a person changed nothing, the place is marked by an empty commit', async () => {
  const world = await agentWorld([])
  put(world, 'node_modules', 'ignored\n')
  const event = await commits(world, takes(world.start))
  expect(event).toMatchObject({ changedFiles: [], tree: world.inLane('rev-parse', `${world.start}^{tree}`) })
  expect(event.notes).toBeUndefined()
  expect(world.inLane('log', '-1', '--format=%s%n%P', event.commit)).toBe(
    `[autopilot] Phase 1: Scan, task 1: decision passed\n${world.start}`,
  )
  isAt(world, event.commit)
})

test.each([
  ['a mark', order, []],
  ['what a person did', takes, ['by-hand.txt']],
  ['nothing that a person did', takes, []],
] as const)('AP-09 %s, repeated after a crash at each step, is one commit', async (_what, make, files) => {
  const world = await agentWorld([])
  let head = world.start
  let crashes = 0
  for (let calls = 0; ; calls++) {
    const command = make(head, { id: idOf(`20260101-000000/mark/task-${calls}/1`) })
    for (const file of files) put(world, file, `${calls}\n`)
    life.calls = calls
    const first = await commits(world, command).catch((error: Error) => error.message)
    const died = life.calls < 0
    life.calls = Number.POSITIVE_INFINITY
    if (died) {
      expect(first).toBe('the process died')
      crashes++
    }
    const event = await commits(world, command, repeatedAttempt)
    expect(event.changedFiles).toEqual(files)
    expect(world.inLane('rev-list', `${head}..${branch}`)).toBe(event.commit)
    isAt(world, event.commit)
    expect(await commits(world, command, repeatedAttempt)).toEqual(event)
    head = asCommitHash(event.commit)
    if (!died) break
  }
  expect(crashes).toBeGreaterThan(2)
  expect(world.setAside()).toEqual([])
})

test('AP-09 leftovers are put back before a mark, and kept as a patch', async () => {
  const world = await agentWorld([])
  put(world, 'a.txt', 'left over\n')
  put(world, 'half.txt', 'half\n')
  const event = await commits(world, order(world.start))
  expect(event.changedFiles).toEqual([])
  expect(event.notes?.join()).toMatch(
    /work on a\.txt, half\.txt .*; the lane was put back, and kept are: changes in /,
  )
  expect(world.setAside().join()).toContain('+left over')
  expect(readFileSync(join(world.lane, 'a.txt'), 'utf8')).toBe('a\n')
  expect(existsSync(join(world.lane, 'half.txt'))).toBe(false)
  isAt(world, event.commit)
})

test('AP-09 what came into the lane after a crash is kept as a patch, and not in the commit', async () => {
  const world = await agentWorld([])
  put(world, 'a.txt', 'by hand\n')
  const event = await commits(world, takes(world.start))
  put(world, 'a.txt', 'later\n')
  const again = await commits(world, takes(world.start), repeatedAttempt)
  expect(again.commit).toBe(event.commit)
  expect(again.notes?.join()).toContain('a.txt')
  expect(world.setAside().join()).toContain('+later')
  isAt(world, event.commit)
})

/** A person's commit on the branch, made elsewhere. */
function moved(world: AgentWorld): string {
  const tree = world.inLane('rev-parse', `${world.start}^{tree}`)
  const commit = world.repo.git('commit-tree', '-p', world.start, '-m', 'mine', tree)
  world.repo.git('update-ref', `refs/heads/${branch}`, commit)
  return commit
}

test('AP-09 commits that a person put on the branch are kept under a name, and the mark goes on the commit that was meant', async () => {
  const world = await agentWorld([])
  const mine = moved(world)
  const event = await commits(world, order(world.start))
  expect(world.inLane('rev-parse', `${event.commit}^`)).toBe(world.start)
  expect(event.notes?.join()).toMatch(/commits as refs\//)
  expect(world.repo.git('for-each-ref', '--points-at', mine, '--format=%(refname)')).toContain('refs/')
  isAt(world, event.commit)
})

test('AP-09 what a person did in the lane is not put on top of a branch that moved', async () => {
  const world = await agentWorld([])
  const mine = moved(world)
  put(world, 'a.txt', 'by hand\n')
  const refused = await commitLane(takes(world.start), firstAttempt, world.ports)
  expect(refused).toMatchObject({ type: 'CommandFailed', code: 'lane-changed' })
  expect(world.repo.git('rev-parse', branch)).toBe(mine)
  expect(readFileSync(join(world.lane, 'a.txt'), 'utf8')).toBe('by hand\n')
  // Its advice works.
  const [, advice = ''] = /: git (update-ref .*)$/.exec('next' in refused ? refused.next : '') ?? []
  world.repo.git(...advice.split(' '))
  expect(await commits(world, takes(world.start), repeatedAttempt)).toMatchObject({ changedFiles: ['a.txt'] })
})

test('AP-09 a lane that is gone is told, and nothing is made', async () => {
  const world = await agentWorld([])
  world.repo.removeLane(world.lane)
  for (const make of [order, takes])
    expect(await commitLane(make(world.start), firstAttempt, world.ports)).toMatchObject({
      type: 'CommandFailed',
      code: 'lane-missing',
    })
  expect(world.repo.git('rev-parse', branch)).toBe(world.start)
})

test('AP-09 a secret that a person left in the lane is not committed, and stays there to be corrected', async () => {
  const world = await agentWorld([])
  put(world, 'key.txt', 'top-secret-value\n')
  const refused = await commitLane(takes(world.start), firstAttempt, world.ports)
  expect(refused).toMatchObject({
    type: 'CommandFailed',
    code: 'lane-changed',
    detail: expect.stringContaining('key.txt'),
    next: 'Correct it there, then: harness resume',
  })
  expect(JSON.stringify(refused)).not.toContain('top-secret-value')
  expect(world.repo.git('rev-parse', branch)).toBe(world.start)
  expect(existsSync(join(world.lane, 'key.txt'))).toBe(true)
  rmSync(join(world.lane, 'key.txt'))
  put(world, 'a.txt', 'by hand\n')
  expect(await commits(world, takes(world.start), repeatedAttempt)).toMatchObject({ changedFiles: ['a.txt'] })
})
