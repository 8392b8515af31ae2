/** Whatever an agent plants in the repository of its lane, nothing of it runs when the harness works there. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { SyncLane } from '@harness/core/effects/sync-lane'
import { asCommitHash, asTreeHash } from '@harness/core/kernel/ids'
import { count } from '@harness/formats/test-support/figures'
import { isSoak } from '@harness/formats/test-support/runs'
import { afterAll, describe, expect, it } from 'vitest'
import { hostileWorld, makeTemplate } from '../../machine/git/test-support/hostile-world.ts'
import { plainGit, writeFiles } from '../../machine/git/test-support/repository.ts'
import { type Vector, vectors } from '../../machine/git/test-support/vectors.ts'
import {
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
} from '../../test-support/target-repo.ts'
import { commitWork } from '../agents/call/commit-work.ts'
import { runChecks } from '../checks/run-checks.ts'
import { closeLane } from './close-lane.ts'
import { keepOwnCommits } from './keep-own-commits.ts'
import { laneHead } from './lane-head.ts'
import { requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'
import { putBack } from './put-back.ts'
import { syncLane } from './sync-lane.ts'
import { warmLaneFor } from './warm-lane.ts'

const template = makeTemplate()
afterAll(() => rmSync(template, { recursive: true, force: true }))

const command = openLaneCommand()

/** A lane of the repository under attack. */
async function hostileLane() {
  const world = hostileWorld(template)
  const { repo, remote } = world.as('any')
  const stateDir = join(repo, '.harness/run')
  writeFiles(stateDir, { '.gitignore': '*\n' })
  const ports = {
    ...targetRepo().ports({ pool: 1 }),
    repoRoot: repo,
    stateDir,
    runDir: join(stateDir, 'runs/1/1'),
  }
  const opened = await openLane(command, firstAttempt, ports)
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  return { world, repo, remote, ports, lane: opened.path, start: opened.commit }
}

const groups = new Map<string, readonly Vector[]>()
for (const vector of vectors) {
  const name = vector.group ?? vector.name
  groups.set(name, [...(groups.get(name) ?? []), vector])
}

/**
 * One of each way to plant: a hook, a setting, a file that the config includes, the config of a worktree, attributes in
 * the tree, a nested repository, a missing object. `npm run soak` takes all; `hardening.test.ts` always does.
 */
const representatives = [
  'hooks',
  'settings',
  'filter.clean',
  'include.path',
  'config.worktree',
  'attributes in the tree',
  'a filter in a nested repository',
  'a missing object of a partial clone',
]
const tried = [...groups].filter(([name]) => isSoak || representatives.includes(name))

it('names only groups that exist', () => {
  expect(representatives.filter((name) => !groups.has(name))).toEqual([])
})

function attempt(step: () => unknown): void {
  try {
    step()
  } catch {
    // A payload is no good filter or hook: what matters is whether it was started.
  }
}

/** Plants all of a group, and keeps the `.git` that it made to be planted again. */
function planted(group: readonly Vector[], { world, remote, lane }: Awaited<ReturnType<typeof hostileLane>>) {
  for (const vector of group)
    attempt(() => vector.plant({ repo: lane, remote, payload: world.as(vector.name).payload }))
  attempt(() => plainGit(lane, ['commit', '-q', '--allow-empty', '-m', 'own']))
  attempt(() => plainGit(lane, ['config', 'core.worktree', '/']))
  const kept = join(lane, '../../planted')
  cpSync(join(lane, '.git'), kept, { recursive: true })
  return {
    kept,
    again() {
      cpSync(kept, join(lane, '.git'), { recursive: true, force: true })
      writeFiles(lane, { 'data.txt': `${Math.random()}\n`, 'new.txt': 'new\n' })
    },
  }
}

describe('TR-14 nothing that a lane’s own repository plants runs', () => {
  it.each(tried)('%s', async (_, group) => {
    const it = await hostileLane()
    const { world, repo, ports, lane, start } = it
    const trap = planted(group, it)
    const record = await requireLane(ports.stateDir, command.lane)
    const tree = asTreeHash(plainGit(repo, ['rev-parse', `${start}^{tree}`]).trim())
    const checks: RunChecks = {
      type: 'RunChecks',
      id: idOf('r/checks/0001/1'),
      lane: command.lane,
      commit: start,
      tree,
      checks: [1, 2].map((nth) => ({
        name: `check ${nth}`,
        run: `cp -R '${trap.kept}/.' .git/; echo ${nth} > data.txt`,
        timeoutMs: 60_000,
        claims: [],
      })),
    }
    const sync: SyncLane = {
      type: 'SyncLane',
      id: idOf('r/sync/0001/1'),
      lane: command.lane,
      baseBranch: 'main',
      baseCommit: start,
      startCommit: start,
    }
    const close = {
      type: 'CloseLane',
      id: idOf('r/close/0001/1'),
      lane: command.lane,
      baseBranch: 'main',
    } as const
    const work = {
      startCommit: start,
      message: 'work',
      commandId: idOf('r/work/0001/1'),
      at: 0,
      identity: undefined,
      refuse: async () => null,
    }
    const stages: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['its HEAD is asked for, and its commits are taken', () => laneHead(lane)],
      ['its branches are kept', () => keepOwnCommits(record)],
      ['it is opened again', () => openLane(command, repeatedAttempt, ports)],
      ['it is put back', () => putBack(record, start, ports, 'x')],
      ['checks run', () => runChecks(checks, repeatedAttempt, ports)],
      ['the work of a turn is committed', () => commitWork(record, work)],
      ['it is put back after the turn', () => putBack(record, start, ports, 'y')],
      ['the base is brought in', () => syncLane(sync, repeatedAttempt, ports)],
      ['it is closed', () => closeLane({ ...close, branch: command.branch }, firstAttempt, ports)],
      ['it is asked whether it can be used again', () => warmLaneFor(command.lane, ports)],
    ]
    for (const [stage, step] of stages) {
      trap.again()
      world.forget()
      await step().catch((error: { code?: string }) => {
        if (error.code === undefined) throw error
      })
      expect(world.fired(), stage).toEqual([])
    }
    count('attacks tried', 'unconfined', group.length)
  })

  it('while plain git there runs it', async () => {
    const it = await hostileLane()
    const trap = planted(groups.get('filter.clean') ?? [], it)
    trap.again()
    it.world.forget()
    // The planted setting would have git add the whole disk.
    plainGit(it.lane, ['config', '--unset', 'core.worktree'])
    attempt(() => plainGit(it.lane, ['add', '-A']))
    expect(it.world.fired()).toEqual(['filter-clean'])
  })
})

describe('TR-14 a lane’s own repository', () => {
  it('is as it was laid again before the next turn: settings, hooks, HEAD, flags, replaced objects and merges are gone', async () => {
    const { lane, start, ports } = await hostileLane()
    const record = await requireLane(ports.stateDir, command.lane)
    const config = readFileSync(join(lane, '.git/config'), 'utf8')
    plainGit(lane, ['config', 'core.hooksPath', '/x'])
    plainGit(lane, ['update-index', '--assume-unchanged', 'data.txt'])
    plainGit(lane, ['tag', 'planted'])
    plainGit(lane, ['branch', '-f', 'side', 'HEAD'])
    plainGit(lane, ['checkout', '-q', '--detach', 'HEAD~1'])
    plainGit(lane, ['replace', 'main', 'side'])
    writeFiles(lane, {
      '.git/hooks/pre-commit': 'x',
      '.git/MERGE_HEAD': `${start}\n`,
      '.git/info/exclude': '*',
    })
    await putBack(record, start, ports, 'x')
    expect(readFileSync(join(lane, '.git/config'), 'utf8')).toBe(config)
    expect(plainGit(lane, ['status', '--porcelain=v2', '--branch'])).toContain(
      `# branch.head ${command.branch}`,
    )
    expect(plainGit(lane, ['rev-parse', 'HEAD']).trim()).toBe(start)
    expect(plainGit(lane, ['ls-files', '-v'])).not.toMatch(/^[a-z]/m)
    expect(plainGit(lane, ['for-each-ref', 'refs/replace', 'refs/tags'])).toBe('')
    expect(plainGit(lane, ['rev-parse', 'side'])).toBe(plainGit(ports.repoRoot, ['rev-parse', 'side']))
    expect(plainGit(lane, ['log', '--format=%s', '-1', 'main'])).toBe('main\n')
  })

  it.each<[string, (git: string, outside: string) => void]>([
    ['a link to another folder', (git, outside) => symlinkSync(outside, git)],
    ['a file', (git) => writeFileSync(git, 'gitdir: /\n')],
    [
      'a folder with links for files and folders',
      (git, outside) => {
        mkdirSync(join(git, 'objects'), { recursive: true })
        for (const name of [
          'config',
          'HEAD',
          'index',
          'packed-refs',
          'refs',
          'info',
          'objects/info',
          'logs',
          'modules',
        ])
          symlinkSync(join(outside, 'kept'), join(git, name))
      },
    ],
    [
      'folders for files',
      (git) =>
        ['config', 'HEAD', 'index', 'shallow'].map((name) =>
          mkdirSync(join(git, name, 'x'), { recursive: true }),
        ),
    ],
  ])('is written in its place if there is %s, and nothing outside changes', async (_, plant) => {
    const { lane, start, ports } = await hostileLane()
    const record = await requireLane(ports.stateDir, command.lane)
    const outside = join(lane, '../../outside')
    writeFiles(outside, { kept: 'mine\n' })
    rmSync(join(lane, '.git'), { recursive: true })
    plant(join(lane, '.git'), outside)
    await putBack(record, asCommitHash(start), ports, 'x')
    expect(plainGit(lane, ['status', '--porcelain'])).toBe('')
    expect(plainGit(lane, ['log', '--format=%s', '-1'])).toBe('main\n')
    expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('mine\n')
  })
})
