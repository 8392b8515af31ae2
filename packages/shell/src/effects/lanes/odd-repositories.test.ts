/** Lanes of repositories that are not ordinary: each works, or is refused with the reason. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it } from 'vitest'
import { borrowedStores } from '../../machine/git/borrowed-stores.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  type TargetRepo,
  targetRepo,
  testNow,
  treeAt,
} from '../../test-support/target-repo.ts'
import { commitWork } from '../agents/call/commit-work.ts'
import { runChecks } from '../checks/run-checks.ts'
import { closeLane } from './close-lane.ts'
import { requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'
import { putBack } from './put-back.ts'
import { syncLane } from './sync-lane.ts'

const command = openLaneCommand()

/** A lane of the repository at `root`, which may be another one than the test's own. */
async function laneOf(repo: TargetRepo, root = repo.root, lanes: Partial<LanesConfig> = {}) {
  const stateDir = join(root, '.harness/run')
  const ports = { ...repo.ports(lanes), repoRoot: root, stateDir, runDir: join(stateDir, 'runs/0001/1') }
  const opened = await openLane(command, firstAttempt, ports)
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  const record = await requireLane(stateDir, command.lane)
  const settle = () =>
    commitWork(record, {
      startCommit: opened.commit,
      message: 'work',
      commandId: idOf('20260101-000000/implement/0001/1'),
      at: testNow,
      identity: undefined,
      refuse: async () => null,
    })
  const check = async (run: string) => {
    const checks: RunChecks = {
      type: 'RunChecks',
      id: idOf('20260101-000000/checks/0001/1'),
      lane: command.lane,
      commit: opened.commit,
      tree: opened.tree,
      checks: [{ name: 'check', run, timeoutMs: 60_000, claims: [] }],
    }
    const event = await runChecks(checks, firstAttempt, ports)
    return event.type === 'ChecksFinished' ? event.evidence[0] : event
  }
  return { opened, path: record.path, ports, record, settle, check }
}

/** Own git sees a clean lane, commits in it, and the harness folds that commit into its own. */
async function worksIn(
  repo: TargetRepo,
  { path, settle }: Awaited<ReturnType<typeof laneOf>>,
): Promise<void> {
  expect(repo.ownGit(path, 'status', '--porcelain')).toBe('')
  writeFileSync(join(path, 'work.txt'), 'work\n')
  repo.ownGit(path, 'add', '--all')
  repo.ownGit(path, 'commit', '--quiet', '-m', 'own')
  expect(await settle()).toMatchObject({ ok: true, changedFiles: ['work.txt'], foldedCommits: 1 })
  expect(repo.ownGit(path, 'log', '--format=%s', '-1')).toBe('work')
  expect(repo.ownGit(path, 'status', '--porcelain')).toBe('')
}

describe('DL-05 a lane of', () => {
  it('a shallow clone is as shallow, and its commits are taken', async () => {
    const source = targetRepo()
    source.commit({ 'b.txt': 'b\n' })
    const root = join(source.root, '../shallow')
    source.git('clone', '--quiet', '--depth=1', `file://${source.root}`, root)
    const lane = await laneOf(source, root)
    expect(source.ownGit(lane.path, 'rev-list', '--count', 'HEAD')).toBe('1')
    const shallow = readFileSync(join(root, '.git/shallow'), 'utf8')
    await worksIn(source, lane)
    expect(readFileSync(join(root, '.git/shallow'), 'utf8')).toBe(shallow)
    expect(source.gitIn(root, 'fsck', '--no-dangling', '--no-progress')).toBe('')
  })

  it('a partial clone fetches nothing by itself, and its commits are taken', async () => {
    const source = targetRepo({ 'a.txt': 'a\n', 'd/deep.txt': 'deep\n' })
    for (const key of ['allowFilter', 'allowAnySHA1InWant']) source.git('config', `uploadpack.${key}`, 'true')
    source.commit({ 'a.txt': 'newer\n' })
    const root = join(source.root, '../partial')
    source.git('clone', '--quiet', '--no-local', '--filter=blob:none', `file://${source.root}`, root)
    const lane = await laneOf(source, root)
    renameSync(source.root, `${source.root}-away`)
    expect(source.ownGit(lane.path, 'config', '--list')).not.toMatch(/promisor|partial/)
    await worksIn(source, lane)
  })

  it('a repository with Git LFS holds the pointers, and finds the objects', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'1'.repeat(64)}\nsize 5\n`
    const repo = targetRepo({ '.gitattributes': '*.bin filter=lfs -text\n', 'a.bin': pointer })
    for (const [key, value] of [
      ['clean', 'false'],
      ['smudge', 'false'],
      ['required', 'true'],
    ] as const)
      repo.git('config', `filter.lfs.${key}`, value)
    repo.write('.git/lfs/objects/11/11/x', 'large')
    const lane = await laneOf(repo)
    expect(readFileSync(join(lane.path, 'a.bin'), 'utf8')).toBe(pointer)
    expect(readFileSync(join(lane.path, '.git/objects/info/alternates'), 'utf8')).toBe(
      `${join(repo.root, '.git/objects')}\n`,
    )
    expect(borrowedStores(repo.root)).toEqual([join(repo.root, '.git/objects'), join(repo.root, '.git/lfs')])
    await worksIn(repo, lane)
  })

  it('a repository with SHA-256', async () => {
    const repo = targetRepo()
    const root = join(repo.root, '../sha256')
    mkdirSync(root)
    repo.gitIn(root, 'init', '--quiet', '--object-format=sha256', '-b', 'main')
    writeFileSync(join(root, 'a.txt'), 'a\n')
    repo.gitIn(root, 'add', '--all')
    repo.gitIn(root, '-c', 'user.name=T', '-c', 'user.email=t@x', 'commit', '--quiet', '-m', 'one')
    await worksIn(repo, await laneOf(repo, root))
  })

  it('a repository whose path has blanks, quotes and a colon', async () => {
    const repo = targetRepo()
    const root = join(repo.root, '..', `my "own" pro:duct's copy`)
    repo.git('clone', '--quiet', repo.root, root)
    repo.gitIn(root, 'config', 'user.name', `Tester "T" O'Neil \\ #1; x`)
    repo.gitIn(root, 'config', 'user.email', 't@x')
    const lane = await laneOf(repo, root)
    expect(lane.path).toBe(`${root}.lanes/lane-1`)
    expect(repo.ownGit(lane.path, 'config', 'user.name')).toBe(`Tester "T" O'Neil \\ #1; x`)
    expect(await lane.check('git log -1 && test -e a.txt')).toMatchObject({ exitCode: 0, problem: null })
    await worksIn(repo, lane)
  })

  it('a repository with line ends of its own keeps them', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    repo.git('config', 'core.autocrlf', 'true')
    const lane = await laneOf(repo)
    expect(readFileSync(join(lane.path, 'a.txt'), 'utf8')).toBe('a\r\n')
    expect(repo.ownGit(lane.path, 'config', 'core.autocrlf')).toBe('true')
    await worksIn(repo, lane)
    expect(repo.git('show', `${command.branch}:a.txt`)).toBe('a')
  })

  it('TR-01 a repository has the URLs of its remotes without the log-ins in them', async () => {
    const repo = targetRepo()
    const secret = 'bob:s3cret-token'
    const settings = [
      ['remote.origin.url', `https://${secret}@host/x.git`],
      ['remote.origin.pushurl', `https://${secret}@host/push.git`],
      ['remote.mirror.url', 'git@host:team/x.git'],
      ['submodule.lib.url', `https://${secret}@host/lib.git`],
      [`remote.https://${secret}@host/named.fetch`, '+refs/heads/*:refs/remotes/named/*'],
      ['branch.main.remote', `https://${secret}@host/named`],
      [`url.https://${secret}@host/.insteadOf`, 'https://host/'],
      ['http.extraHeader', `Authorization: ${secret}`],
      ['http.https://host/.extraHeader', `Authorization: ${secret}`],
      ['http.proxy', `http://${secret}@proxy`],
    ] as const
    for (const [key, value] of settings) repo.git('config', key, value)
    const { path } = await laneOf(repo)
    const config = readFileSync(join(path, '.git/config'), 'utf8')
    expect(config).not.toContain('s3cret')
    expect(config).not.toContain('bob')
    expect(repo.ownGit(path, 'config', 'remote.origin.url')).toBe('https://host/x.git')
    expect(repo.ownGit(path, 'config', 'remote.origin.pushurl')).toBe('https://host/push.git')
    expect(repo.ownGit(path, 'config', 'remote.mirror.url')).toBe('git@host:team/x.git')
    expect(repo.ownGit(path, 'config', 'submodule.lib.url')).toBe('https://host/lib.git')
  })

  it('a repository has its branches, tags, remote branches, excludes, identity and origin', async () => {
    const repo = targetRepo()
    const elsewhere = join(repo.root, '../upstream.git')
    repo.git('clone', '--quiet', '--bare', repo.root, elsewhere)
    repo.git('remote', 'add', 'origin', '../upstream.git')
    repo.git('fetch', '--quiet', 'origin')
    repo.git('tag', '-a', '-m', 'one', 'v1')
    repo.git('branch', 'side')
    repo.git('update-ref', 'refs/harness/backup/x', 'HEAD')
    repo.write('.git/info/exclude', '*.mine\n')
    const { path } = await laneOf(repo)
    const refs = repo.git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/remotes')
    expect(repo.ownGit(path, 'for-each-ref')).toBe(refs)
    expect(repo.ownGit(path, 'config', 'remote.origin.url')).toBe(elsewhere)
    expect(repo.ownGit(path, 'describe')).toBe('v1')
    expect(repo.ownGit(path, 'config', 'user.email')).toBe('tester@example.org')
    writeFileSync(join(path, 'x.mine'), '')
    expect(repo.ownGit(path, 'status', '--porcelain')).toBe('')
    repo.ownGit(path, 'fetch', '--quiet', 'origin')
    repo.ownGit(path, 'diff', '--exit-code', 'origin/main...HEAD')
  })

  it('a repository with submodules has them without a network, and their own refs', async () => {
    const source = targetRepo({ 's.txt': 's\n' })
    const repo = targetRepo()
    const allowed = ['-c', 'protocol.file.allow=always']
    repo.git(...allowed, 'submodule', '--quiet', 'add', source.root, 'vendor/s')
    repo.git('commit', '-qm', 'with a submodule')
    renameSync(source.root, `${source.root}-away`)
    const its = join(repo.root, '.git/modules/vendor/s')
    repo.git('--git-dir', its, 'config', 'remote.origin.pushurl', 'https://bob:s3cret-token@host/s.git')
    const lane = await laneOf(repo, repo.root, { setup: ['git submodule update --init --quiet'] })
    const settings = readFileSync(join(lane.path, '.git/modules/vendor/s/config'), 'utf8')
    expect(settings).toContain('"https://host/s.git"')
    expect(readFileSync(join(lane.path, 'vendor/s/s.txt'), 'utf8')).toBe('s\n')
    expect(repo.ownGit(lane.path, 'submodule', 'status')).toMatch(/^ [0-9a-f]+ vendor\/s \(/)
    writeFileSync(join(lane.path, 'vendor/s/s.txt'), 'changed\n')
    expect(await lane.check('test "$(cat vendor/s/s.txt)" = s')).toMatchObject({ exitCode: 0, problem: null })
    writeFileSync(join(lane.path, 'vendor/s/s.txt'), 's\n')
    expect(repo.ownGit(lane.path, 'submodule', 'status')).toMatch(/^ [0-9a-f]+ vendor\/s \(/)
    await worksIn(repo, lane)
  })
})

describe('DL-05 a base that is rewritten', () => {
  it('and all old objects pruned, while a lane is open: the lane goes on, and its sync says so', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n' })
    repo.commit({ 'b.txt': 'b\n' })
    const lane = await laneOf(repo)
    const { opened, path, ports, check } = lane
    repo.git('reset', '--quiet', '--hard', 'HEAD~1')
    repo.commit({ 'b.txt': 'other\n' })
    repo.git('reflog', 'expire', '--expire=now', '--all')
    repo.git('gc', '--quiet', '--prune=now')
    expect(repo.ownGit(path, 'fsck', '--connectivity-only', 'HEAD')).not.toContain('missing')
    expect(await check('git log --oneline && git diff HEAD~1 --stat')).toMatchObject({ exitCode: 0 })
    await worksIn(repo, lane)
    const sync = {
      type: 'SyncLane',
      id: idOf('20260101-000000/preflight/0001/1'),
      lane: command.lane,
      baseBranch: 'main',
      baseCommit: opened.baseCommit,
      startCommit: commitOf(repo, command.branch),
    } as const
    expect(await syncLane(sync, firstAttempt, ports)).toMatchObject({ type: 'BaseRewritten' })
    expect(await putBack(lane.record, commitOf(repo, command.branch), ports, 'x')).toMatchObject({
      files: [],
    })
  })
})

describe('DL-05 where lanes are', () => {
  const failing = (repo: TargetRepo, lanes: Partial<LanesConfig>) =>
    openLane(command, firstAttempt, repo.ports(lanes))

  it('beside the checkout, with no part of the path hidden: tests that fail in hidden folders pass', async () => {
    const repo = targetRepo()
    const { path, check } = await laneOf(repo)
    expect(path).toBe(join(repo.root, '../repo.lanes/lane-1'))
    expect(await check('case "$PWD" in */.*) exit 1;; esac')).toMatchObject({ exitCode: 0 })
  })

  it('beside a checkout that is hidden itself, they are not', async () => {
    const repo = targetRepo()
    const root = join(repo.root, '../.dotfiles')
    repo.git('clone', '--quiet', repo.root, root)
    expect((await laneOf(repo, root)).path).toBe(join(repo.root, '../dotfiles.lanes/lane-1'))
  })

  it('inside another repository, they do not show there', async () => {
    const repo = targetRepo()
    repo.gitIn(join(repo.root, '..'), 'init', '--quiet')
    await laneOf(repo)
    expect(repo.gitIn(join(repo.root, '..'), 'status', '--porcelain', '--', 'repo.lanes')).toBe('')
  })

  it('in lanes.dir, a folder for each repository', async () => {
    const repo = targetRepo()
    const home = join(repo.root, '..')
    for (const [dir, top] of [
      ['~/my lanes', join(home, 'my lanes')],
      ['../other', join(home, 'other')],
      [join(home, 'absolute'), join(home, 'absolute')],
    ] as const) {
      const { path, ports } = await laneOf(repo, repo.root, { dir })
      expect(path).toMatch(new RegExp(`^${top}/repo-[0-9a-f]{8}/lane-1$`))
      const close = {
        type: 'CloseLane',
        id: idOf('r/close/1/1'),
        lane: command.lane,
        branch: command.branch,
      } as const
      expect(await closeLane({ ...close, baseBranch: 'main' }, firstAttempt, ports)).toMatchObject({
        kept: null,
      })
      expect(existsSync(path)).toBe(false)
    }
  })

  it('in the user’s home if the folder beside the checkout cannot be made, and the run says so', async () => {
    const repo = targetRepo()
    writeFileSync(repo.lanes, 'in the way')
    const { opened, path, check } = await laneOf(repo)
    expect(path).toMatch(/\/harness-lanes\/repo-[0-9a-f]{8}\/lane-1$/)
    expect(opened.notes).toEqual([expect.stringMatching(/lanes are in .*harness-lanes.* lanes\.dir chooses/)])
    expect(await check('test -e a.txt')).toMatchObject({ exitCode: 0 })
    expect(readFileSync(repo.lanes, 'utf8')).toBe('in the way')
  })

  it.skipIf(process.getuid?.() === 0)('in the user’s home if the parent folder is not writable', async () => {
    const repo = targetRepo()
    const parent = join(repo.root, '..')
    const root = join(parent, 'closed/repo')
    mkdirSync(join(parent, 'closed'))
    renameSync(repo.root, root)
    const { mode } = statSync(parent)
    chmodSync(join(parent, 'closed'), 0o555)
    try {
      const { path } = await laneOf(repo, root)
      expect(path).toContain('/harness-lanes/')
    } finally {
      chmodSync(join(parent, 'closed'), mode)
    }
  })

  it('nowhere if neither can be written: refused with the reason', async () => {
    const repo = targetRepo()
    writeFileSync(repo.lanes, 'in the way')
    writeFileSync(join(repo.root, '../harness-lanes'), 'in the way')
    expect(await failing(repo, {})).toMatchObject({
      code: 'lanes-folder-unusable',
      next: expect.stringContaining('lanes.dir'),
    })
    // A folder that was asked for is not replaced by another.
    expect(await failing(repo, { dir: `${repo.lanes}/x` })).toMatchObject({
      code: 'lanes-folder-unusable',
      detail: expect.stringContaining(basename(repo.lanes)),
    })
    expect(await laneOf(repo, repo.root, { dir: '../free' })).toMatchObject({
      opened: { type: 'LaneOpened' },
    })
    expect(treeAt(repo, command.branch)).toBe(treeAt(repo, 'main'))
  })
})
