import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it } from 'vitest'
import { agentWorld, rule, secret, write } from '../../../test-support/agent-world.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  testNow,
} from '../../../test-support/target-repo.ts'
import { requireLane } from '../../lanes/lane-record.ts'
import { openLane } from '../../lanes/open-lane.ts'
import { putBack } from '../../lanes/put-back.ts'
import { commitWork } from '../call/commit-work.ts'

async function laneOf(repo: TargetRepo, lanes: Partial<LanesConfig> = {}) {
  const ports = repo.ports(lanes)
  const event = await openLane(openLaneCommand(), firstAttempt, ports)
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  const record = await requireLane(repo.stateDir, event.lane)
  const start = commitOf(repo, 'main')
  const settle = () =>
    commitWork(record, {
      startCommit: commitOf(repo, event.branch),
      message: 'work',
      commandId: idOf('20260101-000000/implement/0001/1'),
      at: testNow,
      identity: undefined,
      refuse: async () => null,
    })
  return { path: event.path, ports, record, start, settle }
}

describe('DL-11 a submodule that an agent moved', () => {
  const allowed = ['-c', 'protocol.file.allow=always']
  const populate = `git ${allowed.join(' ')} submodule update --init --quiet`

  async function world() {
    const source = targetRepo({ 's.txt': 's\n' })
    const repo = targetRepo()
    repo.git(...allowed, 'submodule', '--quiet', 'add', source.root, 'vendor/s')
    repo.git('commit', '-qm', 'with a submodule')
    const lane = await laneOf(repo, { setup: [populate] })
    return { source, repo, ...lane, sub: join(lane.path, 'vendor/s') }
  }

  it('to a commit that only the lane has is refused, and its work is kept', async () => {
    const { repo, path, ports, record, start, settle, sub } = await world()
    writeFileSync(join(sub, 'fix.txt'), 'fix\n')
    repo.gitIn(sub, 'add', '-A')
    repo.gitIn(sub, '-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '-qm', 'fix')
    expect(await settle()).toMatchObject({ ok: false, problem: expect.stringContaining('inside vendor/s') })
    expect(repo.gitIn(path, 'rev-parse', 'HEAD')).toBe(start)
    const { submodules } = await putBack(record, start, ports, 'x')
    expect(readFileSync(submodules[0]!.kept, 'utf8')).toContain('+fix')
    expect(repo.gitIn(path, 'submodule', 'status')).toMatch(/^ [0-9a-f]+ vendor\/s/)
    expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  })

  it('to one that others can fetch is work like any other', async () => {
    const { repo, source, settle, sub } = await world()
    const newer = source.commit({ 'n.txt': 'n\n' })
    repo.gitIn(sub, ...allowed, 'fetch', '-q', 'origin')
    repo.gitIn(sub, 'checkout', '-q', newer)
    expect(await settle()).toMatchObject({ ok: true, changedFiles: ['vendor/s'] })
    expect(repo.git('rev-parse', `${openLaneCommand().branch}:vendor/s`)).toBe(newer)
  })
})

describe('QA-05 a file with a filter, as with Git LFS', () => {
  const files = { '.gitattributes': '*.up filter=shout\n', 'old.up': 'OLD\n', 'sub/a.txt': 'a\n' }

  it.each([
    ['new.up', 'written'],
    ['old.up', 'changed'],
    ['sub/deep/x.dat', 'named by a nested attributes file'],
  ])('is refused where an agent wrote it: %s, %s', async (file) => {
    const { path, settle, start } = await laneOf(
      targetRepo({ ...files, 'sub/deep/.gitattributes': 'x.dat filter=lfs -text\n' }),
    )
    writeFileSync(join(path, file), 'quiet\n')
    expect(await settle()).toMatchObject({ ok: false, problem: expect.stringContaining(file) })
    expect(readFileSync(join(path, file), 'utf8')).toBe('quiet\n')
    expect(start).toBeTruthy()
  })

  it('may be moved and removed, and what has none may be written', async () => {
    const repo = targetRepo({ ...files, 'gone.up': 'GONE\n' })
    const { path, settle } = await laneOf(repo)
    mkdirSync(join(path, 'to'))
    repo.gitIn(path, 'mv', 'old.up', 'to/new.up')
    repo.gitIn(path, 'rm', '-q', 'gone.up')
    writeFileSync(join(path, 'sub/a.txt'), 'b\n')
    expect(await settle()).toMatchObject({
      ok: true,
      changedFiles: ['gone.up', 'old.up', 'sub/a.txt', 'to/new.up'],
    })
  })
})

describe('QA-07 a secret that an agent wrote', () => {
  it('gets into no commit that a ref of ours keeps', async () => {
    const { run, repo, setAside } = await agentWorld([rule([write('b.txt', `x=${secret}\n`)])])
    expect(await run()).toMatchObject({
      type: 'AgentFailed',
      error: { message: expect.stringContaining('b.txt') },
    })
    expect(repo.git('for-each-ref', 'refs/harness')).toBe('')
    expect(setAside()).toEqual([expect.stringContaining('[redacted')])
  })
})
