import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash, asLaneName } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isLane } from '../../store/layout/lane-place.ts'
import {
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  type TargetRepo,
  targetRepo,
} from '../../test-support/target-repo.ts'
import { closeLane } from './close-lane.ts'
import { addToPool, isInPool, warmLanes } from './lane-pool.ts'
import { type LaneRecord, laneRecords, readLaneRecord, writeLaneRecord } from './lane-record.ts'
import { openLane } from './open-lane.ts'

const files = {
  'a.txt': 'a\n',
  'src/b.txt': 'b\n',
  'package-lock.json': '1\n',
  '.gitignore': 'node_modules\nbuild/\n*.log\n.env\n',
}
/** Each time it counts itself outside the lane. */
const setup = [
  'echo x >> "$HOME/set-up-ran"; rm -rf node_modules; mkdir -p node_modules/dep; cp package-lock.json node_modules/dep/index.js; ln -s dep node_modules/link',
]

interface Ground {
  readonly repo: TargetRepo
  open(name: string, changes?: Partial<LanesConfig>, attempt?: typeof firstAttempt): Promise<string>
  /** Merges what the lane holds and closes it; why it was kept, if it was. */
  close(name: string, changes?: Partial<LanesConfig>, attempt?: typeof firstAttempt): Promise<string | null>
  setUps(): number
}

function ground(lanes: Partial<LanesConfig> = {}): Ground {
  const repo = targetRepo(files)
  const portsOf = (changes: Partial<LanesConfig> = {}) => repo.ports({ pool: 2, ...lanes, ...changes })
  return {
    repo,
    async open(name, changes, attempt = firstAttempt) {
      const event = await openLane(orderOf(name), attempt, portsOf(changes))
      if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
      return event.path
    },
    async close(name, changes, attempt = firstAttempt) {
      const { lane, branch } = orderOf(name)
      if (repo.git('branch', '--list', branch) !== '') repo.git('merge', '-q', '--no-edit', branch)
      const command = {
        type: 'CloseLane',
        id: idOf(`r/close/${name}/1`),
        lane,
        branch,
        baseBranch: 'main',
      } as const
      const closed = await closeLane(command, attempt, portsOf(changes))
      if (closed.type !== 'LaneClosed') throw new Error(closed.detail)
      return closed.kept
    },
    setUps() {
      const ran = join(repo.root, '../set-up-ran')
      return existsSync(ran) ? readFileSync(ran, 'utf8').length / 2 : 0
    },
  }
}

const orderOf = (name: string) =>
  openLaneCommand({ id: idOf(`r/open/${name}/1`), lane: asLaneName(name), branch: `task/${name}` })

function work(repo: TargetRepo, path: string): void {
  writeFileSync(join(path, 'a.txt'), 'work\n')
  writeFileSync(join(path, 'work.txt'), 'work\n')
  repo.gitIn(path, 'add', '-A')
  repo.gitIn(path, 'commit', '-qm', 'work')
}

/** Everything that is in a folder, with kinds, modes and contents. */
function contents(path: string, at = ''): readonly string[] {
  return readdirSync(join(path, at))
    .filter((name) => at !== '' || name !== '.git')
    .sort()
    .flatMap((name) => {
      const [file, stats] = [join(at, name), lstatSync(join(path, at, name))]
      if (stats.isDirectory()) return [`${file}/`, ...contents(path, file)]
      const text = stats.isSymbolicLink() ? 'link' : readFileSync(join(path, file), 'utf8')
      return [`${file} ${stats.mode.toString(8)} ${text}`]
    })
}

async function expectFresh(
  { repo, open }: Ground,
  path: string,
  changes?: Partial<LanesConfig>,
): Promise<void> {
  const fresh = await open('0999-fresh', { ...changes, pool: 0 })
  expect(fresh).not.toBe(path)
  expect(contents(path)).toEqual(contents(fresh))
  for (const ask of [
    ['status', '--porcelain', '--ignored'],
    ['ls-files', '-s'],
    ['rev-parse', 'HEAD'],
  ])
    for (const git of [repo.gitIn, repo.ownGit]) expect(git(path, ...ask)).toBe(git(fresh, ...ask))
}

describe('a lane whose work is merged', () => {
  it('DL-31 is kept warm, and the next lane is in the same folder, like a fresh one', async () => {
    const it = ground()
    const { repo, open, close } = it
    const first = await open('0001-a')
    work(repo, first)
    repo.commit({ 'base.txt': 'moved on\n' })
    expect(await close('0001-a')).toBe(null)
    expect(existsSync(first)).toBe(true)
    expect(repo.git('branch', '--list', 'task/*')).toBe('')
    expect(isLane(first)).toBe(true)
    expect(await laneRecords(repo.stateDir)).toEqual([])
    expect((await warmLanes(repo.stateDir)).map(({ path }) => path)).toEqual([first])
    repo.commit({ 'src/b.txt': 'b2\n', 'c.txt': 'c\n' })
    repo.git('rm', '-q', 'a.txt')
    repo.git('commit', '-qm', 'removed')

    const second = await open('0002-b')
    expect(second).toBe(first)
    expect(repo.gitIn(second, 'symbolic-ref', 'HEAD')).toBe('refs/heads/task/0002-b')
    expect(await warmLanes(repo.stateDir)).toEqual([])
    // What the former lane did is no part of this one's log.
    const log = join(second, '.git/logs/HEAD')
    expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain(repo.git('rev-parse', 'HEAD~3'))
    await expectFresh(it, second)
  })

  it('DL-31 set-up is run again, from nothing', async () => {
    const it = ground({ setup: setup.map((line) => line.replace('rm -rf node_modules; ', '')) })
    const { repo, open, close, setUps } = it
    const path = await open('0001-a')
    await close('0001-a')
    repo.commit({ 'package-lock.json': '2\n' })
    expect(await open('0002-b')).toBe(path)
    expect(setUps()).toBe(2)
    expect(readFileSync(join(path, 'node_modules/dep/index.js'), 'utf8')).toBe('2\n')
    await expectFresh(it, path)
  })

  it('DL-31 env files are copied again, and set-up sees those that changed', async () => {
    const it = ground({ setup, copyEnvFiles: ['.env'] })
    const { repo, open, close, setUps } = it
    repo.write('.env', 'A=1\n')
    const path = await open('0001-a')
    writeFileSync(join(path, '.env'), 'A=agent\n')
    await close('0001-a')
    await open('0002-b')
    expect([readFileSync(join(path, '.env'), 'utf8'), setUps()]).toEqual(['A=1\n', 2])
    await close('0002-b')
    repo.write('.env', 'A=2\n')
    await open('0003-c')
    expect([readFileSync(join(path, '.env'), 'utf8'), setUps()]).toEqual(['A=2\n', 3])
    await close('0003-c')
    rmSync(join(repo.root, '.env'))
    await open('0004-d')
    expect(existsSync(join(path, '.env'))).toBe(false)
  })

  it('DL-31 ignored files and empty folders that the former lane left are gone', async () => {
    const it = ground({ setup })
    const { open, close } = it
    const path = await open('0001-a')
    mkdirSync(join(path, 'build/deep'), { recursive: true })
    mkdirSync(join(path, 'empty/deep'), { recursive: true })
    writeFileSync(join(path, 'build/deep/x'), 'x')
    writeFileSync(join(path, 'src/x.log'), 'x')
    await close('0001-a')
    expect(await open('0002-b')).toBe(path)
    await expectFresh(it, path)
  })

  it('DL-31 folders of set-up that the new base does not ignore are gone', async () => {
    const it = ground({ setup })
    const { repo, open, close } = it
    const path = await open('0001-a')
    await close('0001-a')
    repo.commit({ '.gitignore': 'build/\n' })
    await open('0002-b', { setup: [] })
    expect(repo.gitIn(path, 'status', '--porcelain', '--ignored')).toBe('')
  })

  it('DL-31 lanes that are opened at once are in folders of their own, with ports of their own', async () => {
    const { repo, open, close } = ground()
    const warm = [await open('0001-a'), await open('0002-b')]
    await close('0001-a')
    await close('0002-b')
    const names = ['0003-c', '0004-d', '0005-e']
    const paths = await Promise.all(names.map((name) => open(name)))
    expect(new Set(paths).size).toBe(3)
    expect(paths).toEqual(expect.arrayContaining(warm))
    const records = await Promise.all(names.map((name) => readLaneRecord(repo.stateDir, asLaneName(name))))
    expect(new Set(records.flatMap((record) => record?.ports)).size).toBe(6)
  })

  it('DL-31 is removed where as many are kept already, and if none are to be kept', async () => {
    const { repo, open, close } = ground({ pool: 1 })
    const [one, two] = [await open('0001-a'), await open('0002-b')]
    await close('0001-a')
    await close('0002-b')
    expect([existsSync(one), existsSync(two)]).toEqual([true, false])
    const three = await open('0003-c', { pool: 0 })
    // What was kept before is not kept any longer.
    expect(await warmLanes(repo.stateDir)).toEqual([])
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(2)
    await close('0003-c', { pool: 0 })
    expect(existsSync(three)).toBe(false)
    expect(existsSync(repo.lanes)).toBe(false)
  })
})

describe('a warm lane that is not proven clean', () => {
  async function warmLane(lanes: Partial<LanesConfig> = {}) {
    const it = ground(lanes)
    const path = await it.open('0001-a')
    await it.close('0001-a')
    return { it, path }
  }

  it.each<[string, (path: string, repo: TargetRepo) => unknown]>([
    ['an untracked file', (path) => writeFileSync(join(path, 'mine.txt'), 'mine')],
    ['a changed file', (path) => writeFileSync(join(path, 'a.txt'), 'mine')],
    [
      'a change that is staged',
      (path, repo) => {
        writeFileSync(join(path, 'a.txt'), 'mine')
        repo.ownGit(path, 'add', 'a.txt')
      },
    ],
    [
      'a commit on a branch',
      (path, repo) => {
        repo.ownGit(path, 'switch', '-qc', 'mine')
        repo.ownGit(path, 'commit', '-q', '--allow-empty', '-m', 'mine')
      },
    ],
  ])('QA-05 is left alone with %s, for somebody to look at', async (_, change) => {
    const { it, path } = await warmLane()
    change(path, it.repo)
    const [before, head] = [contents(path), it.repo.ownGit(path, 'rev-parse', 'HEAD')]
    expect(await it.open('0002-b')).not.toBe(path)
    expect([contents(path), it.repo.ownGit(path, 'rev-parse', 'HEAD')]).toEqual([before, head])
    expect(isInPool(it.repo.stateDir, path)).toBe(false)
  })

  it('DL-31 is not used where a changed file passes for an unchanged one', async () => {
    const { it, path } = await warmLane()
    const { repo } = it
    repo.ownGit(path, 'update-index', '--skip-worktree', 'a.txt')
    writeFileSync(join(path, 'a.txt'), 'changed\n')
    expect(await it.open('0002-b')).not.toBe(path)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('changed\n')
  })

  it('DL-31 is not used where its pointer to the repository was damaged', async () => {
    const { it, path } = await warmLane()
    writeFileSync(`${path}.gitdir`, 'gitdir: /nowhere\n')
    expect(await it.open('0002-b')).not.toBe(path)
    expect(isInPool(it.repo.stateDir, path)).toBe(false)
  })

  it('DL-31 is passed over while a process works in it or it is locked, and used afterwards', async () => {
    const { it, path } = await warmLane()
    const child = spawn('sleep', ['30'], { cwd: path, stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await it.open('0002-b')).not.toBe(path)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    it.repo.git('worktree', 'lock', path)
    expect(await it.open('0003-c')).not.toBe(path)
    it.repo.git('worktree', 'unlock', path)
    expect(await it.open('0004-d')).toBe(path)
  })

  it.each<[string, (path: string, repo: TargetRepo) => unknown]>([
    ['its folder', (path) => rmSync(path, { recursive: true })],
    ['it with git', (path, repo) => repo.removeLane(path)],
  ])('DL-31 is forgotten where somebody removed %s', async (_, remove) => {
    const { it, path } = await warmLane({ setup })
    remove(path, it.repo)
    const next = await it.open('0002-b')
    expect(it.setUps()).toBe(2)
    expect(await warmLanes(it.repo.stateDir)).toEqual([])
    expect(it.repo.git('worktree', 'list').split('\n')).toHaveLength(2)
    await expectFresh(it, next)
  })
})

type Step = (repo: TargetRepo, record: LaneRecord) => unknown

describe('what a crash interrupted', () => {
  /** The steps of taking a warm worktree, of which the first so many were done. */
  const taking: readonly Step[] = [
    (repo: TargetRepo, record: LaneRecord) => writeLaneRecord(repo.stateDir, record),
    (repo: TargetRepo, { branch, baseCommit }: LaneRecord) => repo.git('branch', branch, baseCommit),
    (repo: TargetRepo, { path, branch }: LaneRecord) =>
      repo.gitIn(path, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`),
    (repo: TargetRepo) => rmSync(join(repo.stateDir, 'lanes/.pool/lane-1.json')),
    (repo: TargetRepo, { path }: LaneRecord) => {
      // Git died while it wrote files.
      writeFileSync(join(path, 'src/b.txt'), repo.read('src/b.txt'))
      rmSync(join(path, 'a.txt'))
    },
  ]

  it.each(taking.map((_, index) => [index + 1]))(
    'DL-31 taking a warm lane, after %i steps',
    async (steps) => {
      const it = ground({ setup })
      const { repo, open, close } = it
      const path = await open('0001-a')
      work(repo, path)
      const { ports } = (await readLaneRecord(repo.stateDir, asLaneName('0001-a')))!
      await close('0001-a')
      const baseCommit = asCommitHash(repo.commit({ 'src/b.txt': 'new\n' }))
      const { lane, branch, id } = orderOf('0002-b')
      const record = {
        version: 1,
        lane,
        branch,
        path,
        baseCommit,
        madeBy: id,
        ports,
        stage: 'switching',
      } as const
      for (const step of taking.slice(0, steps)) await step(repo, record)
      expect(await open('0002-b', {}, repeatedAttempt)).toBe(path)
      expect(await warmLanes(repo.stateDir)).toEqual([])
      expect(isInPool(repo.stateDir, path)).toBe(false)
      expect(existsSync(join(repo.ports().runDir, 'set-aside'))).toBe(false)
      expect((await readLaneRecord(repo.stateDir, lane))?.stage).toBe('ready')
      await expectFresh(it, path)
    },
  )

  /** The steps of keeping a worktree warm. */
  const keeping: readonly Step[] = [
    (repo: TargetRepo, record: LaneRecord) => addToPool(repo.stateDir, record),
    (repo: TargetRepo, { path }: LaneRecord) => repo.gitIn(path, 'checkout', '-q', '--detach'),
    (repo: TargetRepo, { branch }: LaneRecord) => repo.git('branch', '-qD', branch),
  ]

  it.each(keeping.map((_, index) => [index + 1]))(
    'DL-31 keeping a lane warm, after %i steps',
    async (steps) => {
      const it = ground()
      const { repo, open, close } = it
      const path = await open('0001-a')
      work(repo, path)
      repo.git('merge', '-q', 'task/0001-a')
      const record = (await readLaneRecord(repo.stateDir, asLaneName('0001-a')))!
      for (const step of keeping.slice(0, steps)) await step(repo, record)
      // Until the lane is closed its folder belongs to it alone.
      expect(await open('0002-b')).not.toBe(path)
      expect(await close('0001-a', {}, repeatedAttempt)).toBe(null)
      expect(await readLaneRecord(repo.stateDir, record.lane)).toBe(null)
      expect(repo.git('branch', '--list', record.branch)).toBe('')
      expect(await open('0003-c')).toBe(path)
      await expectFresh(it, path)
    },
  )
})
