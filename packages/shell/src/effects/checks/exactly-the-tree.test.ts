/** What is shown about a tree is shown about what a clone of it has: nothing that git cannot hold takes part. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '@harness/core/kernel/check'
import { passed } from '@harness/core/kernel/evidence'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it } from 'vitest'
import { commitAll } from '../../machine/git/commit-all.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import { runChecks } from './run-checks.ts'

const check = (run: string): Check => ({ name: run, run, timeoutMs: 20_000, claims: [] })

async function laneOf(repo: TargetRepo, lanes: Partial<LanesConfig> = {}) {
  const ports = repo.ports(lanes)
  const event = await openLane(openLaneCommand(), firstAttempt, ports)
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  let runs = 0
  const run = (...lines: readonly string[]) =>
    runChecks(
      {
        type: 'RunChecks',
        id: idOf(`20260101-000000/checks/0001/${++runs}`),
        lane: event.lane,
        commit: commitOf(repo, event.branch),
        tree: treeAt(repo, event.branch),
        checks: lines.map(check),
      },
      firstAttempt,
      ports,
    )
  /** What did not pass, and what was noted. */
  const shown = async (...lines: readonly string[]) => {
    const finished = await run(...lines)
    if (finished.type !== 'ChecksFinished') throw new Error(finished.detail)
    const failed = finished.evidence.filter((item) => !passed(item)).map((item) => item.check)
    return { failed, notes: (finished.notes ?? []).join('\n') }
  }
  const aside = (): readonly string[] => {
    const folder = join(ports.runDir, 'set-aside')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  return { path: event.path, ports, run, shown, aside }
}

describe('DL-03 folders with nothing in them', () => {
  it('are gone before the checks where an agent left them, and a note names them', async () => {
    const { path, shown } = await laneOf(targetRepo({ 'src/a.txt': 'a\n' }))
    mkdirSync(join(path, 'src/out/deep'), { recursive: true })
    mkdirSync(join(path, 'logs'))
    const { failed, notes } = await shown('test ! -e src/out', 'test ! -e logs')
    expect(failed).toEqual([])
    expect(notes).toContain('logs/, src/out/')
  })

  it('stay where set-up or a check made them', async () => {
    const { path, shown } = await laneOf(targetRepo(), { setup: ['mkdir -p tmp/cache'] })
    mkdirSync(join(path, 'strange'))
    expect(await shown('test -d tmp/cache', 'mkdir made')).toMatchObject({ failed: [] })
    const { failed, notes } = await shown('test -d tmp/cache', 'test -d made', 'test ! -e strange')
    expect({ failed, notes }).toEqual({ failed: [], notes: '' })
  })
})

describe.skipIf(process.platform === 'win32')('DL-03 modes of files', () => {
  it('count, also where the user told git to overlook them', async () => {
    const repo = targetRepo({ 'go.sh': 'echo go\n', 'run.sh': 'echo run\n' })
    repo.git('config', 'core.fileMode', 'false')
    const { path, shown } = await laneOf(repo)
    chmodSync(join(path, 'go.sh'), 0o755)
    expect(await shown('test ! -x go.sh')).toMatchObject({ failed: [] })
    chmodSync(join(path, 'go.sh'), 0o755)
    await commitAll(path, 'work')
    expect(repo.git('ls-tree', openLaneCommand().branch, 'go.sh')).toMatch(/^100755 /)
    expect(await shown('./go.sh')).toMatchObject({ failed: [] })
    // The user's own checkout is theirs.
    chmodSync(join(repo.root, 'run.sh'), 0o755)
    expect(await commitAll(repo.root, 'nothing')).toBeNull()
    expect(statSync(join(path, 'run.sh')).mode & 0o111).toBe(0)
  })
})

describe('DL-03 submodules', () => {
  const populate = 'git -c protocol.file.allow=always submodule update --init --quiet'

  function superRepo() {
    const source = targetRepo({ 's.txt': 's\n', '.gitignore': 'cache\n' })
    const repo = targetRepo()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source.root, 'vendor/s')
    repo.git('commit', '-qm', 'with a submodule')
    return { repo, source }
  }

  it('hold what the tree names: work that nobody committed is kept and taken out', async () => {
    const { repo } = superRepo()
    const { path, shown, aside, ports } = await laneOf(repo, { setup: [populate] })
    writeFileSync(join(path, 'vendor/s/fix.txt'), 'fix\n')
    writeFileSync(join(path, 'vendor/s/s.txt'), 'changed\n')
    repo.gitIn(join(path, 'vendor/s'), 'update-index', '--assume-unchanged', 's.txt')
    const { failed, notes } = await shown('test ! -e vendor/s/fix.txt', 'grep -qx s vendor/s/s.txt')
    expect(failed).toEqual([])
    expect(notes).toContain('the submodule vendor/s held work')
    const [patch] = aside()
    const kept = readFileSync(join(ports.runDir, 'set-aside', patch!), 'utf8')
    for (const line of ['+changed', '+fix']) expect(kept).toContain(line)
    expect(await shown('test -e vendor/s/s.txt')).toEqual({ failed: [], notes: '' })
  })

  it('stand at the commit that the tree names, and never at another', async () => {
    const { repo, source } = superRepo()
    const { path, shown, run, aside } = await laneOf(repo, { setup: [populate] })
    const sub = join(path, 'vendor/s')
    const [pointer, newer] = [source.git('rev-parse', 'HEAD'), source.commit({ 'n.txt': 'n\n' })]
    repo.gitIn(sub, '-c', 'protocol.file.allow=always', 'fetch', '-q', 'origin')
    repo.gitIn(sub, 'checkout', '-q', newer)
    expect(await shown('test ! -e vendor/s/n.txt')).toEqual({ failed: [], notes: '' })
    expect(repo.gitIn(sub, 'rev-parse', 'HEAD')).toBe(pointer)
    expect(aside()).toEqual([])
    // One that the tree names and the lane does not have.
    const unknown = source.commit({ 'm.txt': 'm\n' })
    repo.gitIn(path, 'update-index', '--cacheinfo', `160000,${unknown},vendor/s`)
    repo.gitIn(path, 'commit', '-qm', 'newer')
    expect(await run('true')).toMatchObject({
      type: 'CommandFailed',
      code: 'lane-changed',
      detail: expect.stringContaining('vendor/s'),
      next: expect.stringContaining('submodule update --init'),
    })
  })

  it('that are not there hold nothing', async () => {
    const { repo } = superRepo()
    const { path, shown, aside } = await laneOf(repo)
    writeFileSync(join(path, 'vendor/s/fix.txt'), 'fix\n')
    const { failed, notes } = await shown('test ! -e vendor/s/fix.txt')
    expect(failed).toEqual([])
    expect(notes).toContain('vendor/s')
    expect(aside()).toHaveLength(1)
  })

  it('that point into another repository are not touched', async () => {
    const { repo } = superRepo()
    const { path, run } = await laneOf(repo, { setup: [populate] })
    writeFileSync(join(path, 'vendor/s/.git'), `gitdir: ${join(repo.root, '.git')}\n`)
    expect(await run('true')).toMatchObject({
      type: 'CommandFailed',
      detail: expect.stringContaining('vendor/s'),
    })
    expect(repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  })
})
