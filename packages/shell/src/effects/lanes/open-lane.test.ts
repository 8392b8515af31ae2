import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { LaneOpened } from '@harness/core/effects/open-lane'
import { asLaneName } from '@harness/core/kernel/ids'
import { setUpLog } from '@harness/core/work/log-names'
import { describe, expect, it, vi } from 'vitest'
import {
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
  testNow,
} from '../../test-support/target-repo.ts'
import { laneVariables } from './lane-environment.ts'
import { readLaneRecord, writeLaneRecord } from './lane-record.ts'
import { openLane } from './open-lane.ts'

const lane = asLaneName('0001-search')

async function opened(...args: Parameters<typeof openLane>) {
  const event = await openLane(...args)
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  return event
}

async function failed(...args: Parameters<typeof openLane>) {
  const event = await openLane(...args)
  if (event.type !== 'CommandFailed') throw new Error('opened')
  return event
}

describe.each([
  ['an earlier run', { id: idOf('20260102-000000/open/0001/1') }],
  ['a call that died', { id: idOf('20260101-000000/open/0001/2'), anew: true }],
])('a lane that %s left', (_, command) => {
  it('begins anew from the base: nobody has agreed to what is there, which is kept and told', async () => {
    const repo = targetRepo()
    const first = await openLane(openLaneCommand(), firstAttempt, repo.ports())
    if (first.type !== 'LaneOpened') throw new Error(first.type)
    writeFileSync(join(first.path, 'refused.txt'), 'refused\n')
    repo.gitIn(first.path, 'add', '-A')
    repo.gitIn(first.path, 'commit', '-qm', 'refused')
    const refused = repo.git('rev-parse', 'task/0001-search')
    repo.commit({ 'meanwhile.txt': 'm' })
    const later = openLaneCommand(command)
    const second = await openLane(later, firstAttempt, repo.ports())
    expect(second).toMatchObject({
      type: 'LaneOpened',
      commit: repo.git('rev-parse', 'main'),
      baseCommit: repo.git('rev-parse', 'main'),
      notes: [expect.stringContaining(`refs/harness/set-aside/task/0001-search/${refused}`)],
    })
    expect(existsSync(join(first.path, 'refused.txt'))).toBe(false)
    expect(repo.git('show', `${refused}:refused.txt`)).toBe('refused')
    const { notes: _, ...again } = second as LaneOpened
    expect(await openLane(later, repeatedAttempt, repo.ports())).toEqual(again)
  })
})

describe('OpenLane', () => {
  it('a branch of the user’s that takes the name of the folder is told as such', async () => {
    const repo = targetRepo()
    repo.git('branch', 'task')
    expect(await openLane(openLaneCommand(), firstAttempt, repo.ports())).toMatchObject({
      type: 'CommandFailed',
      code: 'branch-in-the-way',
      next: expect.stringContaining('git branch -m task task-old'),
    })
  })
})

describe('opening a lane', () => {
  it('DL-05 makes branch and clone beside the checkout and leaves the user’s checkout alone', async () => {
    const repo = targetRepo({ 'a.txt': 'a\n', 'src/b.txt': 'b\n' })
    const head = repo.git('rev-parse', 'HEAD')
    const event = await opened(openLaneCommand(), firstAttempt, repo.ports())
    expect(event).toEqual({
      type: 'LaneOpened',
      at: testNow,
      commandId: '20260101-000000/open/0001/1',
      lane: '0001-search',
      path: join(repo.lanes, 'lane-1'),
      branch: 'task/0001-search',
      baseCommit: head,
      commit: head,
      tree: repo.git('rev-parse', 'HEAD^{tree}'),
    })
    expect(readFileSync(join(event.path, 'src/b.txt'), 'utf8')).toBe('b\n')
    expect(repo.gitIn(event.path, 'status', '--porcelain')).toBe('')
    expect(repo.gitIn(event.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/task/0001-search')
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main')
    expect(repo.git('config', '--list', '--local')).not.toContain('task/0001')
  })

  it('DL-05 opened twice it is the same lane, with the work that was done in it', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    writeFileSync(join(first.path, 'a.txt'), 'changed\n')
    repo.gitIn(first.path, 'commit', '-qam', 'work')
    writeFileSync(join(first.path, 'left.txt'), 'left')
    repo.commit({ 'c.txt': 'base moved\n' })
    const again = await opened(openLaneCommand(), repeatedAttempt, repo.ports())
    expect(again).toEqual({
      ...first,
      commit: repo.git('rev-parse', 'task/0001-search'),
      tree: repo.git('rev-parse', 'task/0001-search^{tree}'),
    })
    expect(again.baseCommit).toBe(first.baseCommit)
    expect(readFileSync(join(first.path, 'left.txt'), 'utf8')).toBe('left')
  })

  it('names the branches there are when the base branch is missing', async () => {
    const repo = targetRepo()
    repo.git('branch', 'develop')
    const event = await failed(openLaneCommand({ baseBranch: 'mian' }), firstAttempt, repo.ports())
    expect(event.code).toBe('base-branch-missing')
    expect(event.detail).toContain('develop, main')
    expect(event.next).toContain('to main')
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('QA-05 refuses a branch of that name that it did not make, and touches nothing', async () => {
    const repo = targetRepo()
    repo.git('branch', 'task/0001-search')
    const before = repo.git('for-each-ref')
    const event = await failed(openLaneCommand(), firstAttempt, repo.ports())
    expect(event.code).toBe('branch-exists')
    expect(event.next).toContain('git branch -m task/0001-search')
    expect(repo.git('for-each-ref')).toBe(before)
    expect(existsSync(join(repo.lanes, 'lane-1'))).toBe(false)
  })

  it('QA-05 leaves a folder alone that it did not make, and takes another', async () => {
    const repo = targetRepo()
    mkdirSync(join(repo.lanes, 'lane-1'), { recursive: true })
    writeFileSync(join(repo.lanes, 'lane-1/mine.txt'), 'mine')
    const event = await opened(openLaneCommand(), firstAttempt, repo.ports())
    expect(event.path).toBe(join(repo.lanes, 'lane-2'))
    expect(readFileSync(join(repo.lanes, 'lane-1/mine.txt'), 'utf8')).toBe('mine')
  })

  it('QA-05 refuses a folder that was put in the place of a lane that is gone', async () => {
    const repo = targetRepo()
    const { path } = await opened(openLaneCommand(), firstAttempt, repo.ports())
    repo.removeLane(path)
    mkdirSync(path)
    writeFileSync(join(path, 'mine.txt'), 'mine')
    const event = await failed(openLaneCommand(), repeatedAttempt, repo.ports())
    expect(event.code).toBe('lane-path-taken')
    expect(readFileSync(join(path, 'mine.txt'), 'utf8')).toBe('mine')
  })

  it.each(['../out', 'a/b', '.hidden', '..', 'x'.repeat(200), 'a b'])(
    'QA-04 refuses the lane name %j',
    async (name) => {
      const repo = targetRepo()
      const event = await failed(openLaneCommand({ lane: asLaneName(name) }), firstAttempt, repo.ports())
      expect(event.code).toBe('lane-name-invalid')
    },
  )

  it('refuses branch names that git would take for options', async () => {
    const repo = targetRepo()
    const event = await failed(openLaneCommand({ branch: '--upload-pack=x' }), firstAttempt, repo.ports())
    expect(event.code).toBe('branch-name-invalid')
  })

  it('opens many lanes at once: metadata one at a time, nothing lost', async () => {
    const repo = targetRepo()
    const names = Array.from({ length: 8 }, (_, index) => `000${index}-x`)
    const events = await Promise.all(
      names.map((name) =>
        opened(
          openLaneCommand({ id: idOf(`r/open/${name}/1`), lane: asLaneName(name), branch: `task/${name}` }),
          firstAttempt,
          repo.ports(),
        ),
      ),
    )
    for (const event of events) expect(readFileSync(join(event.path, 'a.txt'), 'utf8')).toBe('a\n')
    const records = await Promise.all(names.map((name) => readLaneRecord(repo.stateDir, asLaneName(name))))
    expect(new Set(records.flatMap((record) => record?.ports)).size).toBe(16)
  })
})

describe('an opening that a crash interrupted', () => {
  it('DL-05 goes on where the record was written and nothing else', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    const record = await readLaneRecord(repo.stateDir, lane)
    repo.removeLane(first.path)
    repo.git('branch', '-D', first.branch)
    await writeLaneRecord(repo.stateDir, { ...record!, stage: 'new' })
    expect(await opened(openLaneCommand(), repeatedAttempt, repo.ports())).toEqual(first)
  })

  it('DL-05 goes on where branch and worktree were made but no file written', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    const record = await readLaneRecord(repo.stateDir, lane)
    repo.removeLane(first.path)
    repo.git('worktree', 'add', '-q', '--no-checkout', first.path, first.branch)
    await writeLaneRecord(repo.stateDir, { ...record!, stage: 'new' })
    expect(await opened(openLaneCommand(), repeatedAttempt, repo.ports())).toEqual(first)
    expect(repo.gitIn(first.path, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(repo.ports().runDir, 'set-aside'))).toBe(false)
  })

  it('QA-05 does not take over a branch that somebody made meanwhile', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    const record = await readLaneRecord(repo.stateDir, lane)
    repo.removeLane(first.path)
    repo.git('branch', '-D', first.branch)
    await writeLaneRecord(repo.stateDir, { ...record!, stage: 'new' })
    repo.commit({ 'b.txt': 'b' })
    repo.git('branch', first.branch)
    expect((await failed(openLaneCommand(), repeatedAttempt, repo.ports())).code).toBe('branch-exists')
  })

  it('clears the lock of a git that died in the lane', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    const record = await readLaneRecord(repo.stateDir, lane)
    await writeLaneRecord(repo.stateDir, { ...record!, stage: 'new' })
    const lock = join(repo.root, '.git/worktrees/lane-1/index.lock')
    writeFileSync(lock, '')
    await opened(openLaneCommand(), repeatedAttempt, repo.ports())
    expect(existsSync(lock)).toBe(false)
    expect(repo.gitIn(first.path, 'status', '--porcelain')).toBe('')
  })

  it('puts a worktree back whose folder was deleted, at the branch’s own commit', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    repo.gitIn(first.path, 'commit', '-q', '--allow-empty', '-m', 'work')
    rmSync(first.path, { recursive: true })
    const again = await opened(openLaneCommand(), repeatedAttempt, repo.ports())
    expect(again.commit).toBe(repo.git('rev-parse', first.branch))
    expect(readFileSync(join(first.path, 'a.txt'), 'utf8')).toBe('a\n')
    expect((await readLaneRecord(repo.stateDir, lane))?.stage).toBe('ready')
  })

  it('does not touch a lane that stands on another branch', async () => {
    const repo = targetRepo()
    const first = await opened(openLaneCommand(), firstAttempt, repo.ports())
    repo.ownGit(first.path, 'switch', '-q', '-c', 'elsewhere')
    const event = await failed(openLaneCommand(), repeatedAttempt, repo.ports())
    expect(event.code).toBe('lane-changed')
    expect(event.detail).toContain('elsewhere')
  })

  it('refuses a damaged record and overwrites nothing', async () => {
    const repo = targetRepo()
    await opened(openLaneCommand(), firstAttempt, repo.ports())
    const record = join(repo.stateDir, 'lanes/.records/0001-search.json')
    writeFileSync(record, '{"version": 1')
    expect((await failed(openLaneCommand(), repeatedAttempt, repo.ports())).code).toBe('lane-record-damaged')
    expect(readFileSync(record, 'utf8')).toBe('{"version": 1')
  })
})

describe('a lane is a whole environment', () => {
  it('DL-31 runs set-up with the allowed environment, the lane’s name and its ports', async () => {
    const repo = targetRepo({ '.gitignore': 'env.txt\n' })
    const event = await opened(
      openLaneCommand(),
      firstAttempt,
      repo.ports({ setup: ['env > env.txt'], env: ['CHOSEN'] }),
    )
    const env = readFileSync(join(event.path, 'env.txt'), 'utf8').split('\n')
    expect(env).toContain('HARNESS_LANE=0001-search')
    expect(env).toContain('CHOSEN=yes')
    expect(env.some((line) => line.startsWith('API_TOKEN='))).toBe(false)
    const ports = (await readLaneRecord(repo.stateDir, lane))!.ports
    expect(ports).toHaveLength(2)
    expect(env).toContain(`HARNESS_LANE_PORT=${ports[0]}`)
    expect(env).toContain(`HARNESS_PORT_1=${ports[1]}`)
  })

  it('DL-31 gives no port that somebody listens on', async () => {
    const repo = targetRepo()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(23_501, '127.0.0.1', resolve))
    try {
      await opened(openLaneCommand(), firstAttempt, repo.ports({ portBase: 23_500 }))
      const record = await readLaneRecord(repo.stateDir, lane)
      expect(record!.ports).not.toContain(23_501)
      expect(laneVariables(record!).HARNESS_PORT_0).toBe(String(record!.ports[0]))
    } finally {
      server.close()
    }
  })

  it('DL-31 set-up that fails says so with the end of its output, secrets redacted, keeps it all, and is run again', async () => {
    const repo = targetRepo({ '.gitignore': 'done\n' })
    const failing = repo.ports({
      setup: ['echo begin; yes filler | head -2000; echo top-secret-value; exit 3'],
    })
    const event = await failed(openLaneCommand(), firstAttempt, failing)
    expect(event.code).toBe('lane-setup-failed')
    expect(event.detail).toContain('exit code 3')
    expect(event.detail).toContain('[redacted]')
    expect(event.detail).not.toContain('top-secret-value')
    expect(event.detail).not.toContain('begin\n')
    const log = join(failing.runDir, setUpLog)
    expect(readFileSync(log, 'utf8')).toMatch(/^begin\nfiller\n(?:filler\n)+\[redacted\]\n$/)
    const mended = repo.ports({ setup: ['echo ok > done'] })
    const again = await opened(openLaneCommand(), repeatedAttempt, mended)
    expect(readFileSync(join(again.path, 'done'), 'utf8')).toBe('ok\n')
    expect(existsSync(log)).toBe(false)
  })

  it('DL-31 the end of a long output begins with a whole line', async () => {
    const ports = targetRepo().ports({ setup: ['seq 100000 102000; exit 3'] })
    const { detail } = await failed(openLaneCommand(), firstAttempt, ports)
    const output = detail.split('\n').slice(2)
    expect(output.length).toBeGreaterThan(100)
    for (const line of output) expect(line).toMatch(/^\d{6}$/)
    expect(output.at(-1)).toBe('102000')
  })

  it('DL-31 set-up is not run again in a lane that is ready', async () => {
    const repo = targetRepo({ '.gitignore': 'count\n' })
    const ports = repo.ports({ setup: ['echo x >> count'] })
    const event = await opened(openLaneCommand(), firstAttempt, ports)
    await opened(openLaneCommand(), repeatedAttempt, ports)
    expect(readFileSync(join(event.path, 'count'), 'utf8')).toBe('x\n')
  })

  it('DL-31 set-up that changes tracked files or leaves untracked ones is refused by name', async () => {
    const repo = targetRepo()
    const event = await failed(openLaneCommand(), firstAttempt, repo.ports({ setup: ['echo x > new.txt'] }))
    expect(event.code).toBe('lane-setup-dirty')
    expect(event.detail).toContain('new.txt')
    const again = await opened(openLaneCommand(), repeatedAttempt, repo.ports())
    expect(repo.gitIn(again.path, 'status', '--porcelain')).toBe('')
  })

  it('DL-31 set-up that is aborted ends at once and leaves no event', async () => {
    const repo = targetRepo()
    const abort = new AbortController()
    const opening = openLane(
      openLaneCommand(),
      { signal: abort.signal, repeated: false },
      repo.ports({ setup: [`touch ${join(repo.root, '../begun')}; sleep 600`] }),
    )
    await vi.waitUntil(() => existsSync(join(repo.root, '../begun')), { timeout: 60_000 })
    abort.abort(new Error('stop'))
    await expect(opening).rejects.toThrow('stop')
  })

  it('DL-31 copies ignored env files from the user’s checkout, and skips those that are not there', async () => {
    const repo = targetRepo({ '.gitignore': '.env*\n', '.env.shared': 'tracked\n' })
    repo.git('add', '-f', '.env.shared')
    repo.git('commit', '-qm', 'tracked env')
    repo.write('.env', 'SECRET=1\n')
    repo.write('.env.shared', 'tracked\n')
    const event = await opened(
      openLaneCommand(),
      firstAttempt,
      repo.ports({ copyEnvFiles: ['.env', '.env.shared', '.env.none'] }),
    )
    expect(readFileSync(join(event.path, '.env'), 'utf8')).toBe('SECRET=1\n')
    expect(existsSync(join(event.path, '.env.none'))).toBe(false)
    expect(repo.gitIn(event.path, 'status', '--porcelain')).toBe('')
  })

  it('DL-31 refuses to copy an env file that would be committed', async () => {
    const repo = targetRepo()
    repo.write('.env', 'SECRET=1\n')
    const event = await failed(openLaneCommand(), firstAttempt, repo.ports({ copyEnvFiles: ['.env'] }))
    expect(event.code).toBe('env-file-not-ignored')
    expect(existsSync(join(repo.lanes, 'lane-1/.env'))).toBe(false)
  })

  it.each(['../outside', '.git/config', '/etc/passwd'])('QA-04 refuses to copy %j', async (file) => {
    const repo = targetRepo()
    const event = await failed(openLaneCommand(), firstAttempt, repo.ports({ copyEnvFiles: [file] }))
    expect(event.code).toBe('path-refused')
  })
})
