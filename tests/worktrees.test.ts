/** What is true of a repository whatever of it is checked out, and wherever the operator stands in it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  delivers,
  git,
  laneAt,
  operatorState,
  planPath,
  planText,
  removeLane,
  runDirs,
  sampleRepo,
  script,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

const twoPlans = {
  [planPath('0002', 'second')]: planText('0002', { title: 'Say more', dependsOn: ['0001'] }),
}

describe('another branch is checked out', () => {
  test('DL-02 what the base has completed is completed, and its dependents follow', async () => {
    const root = sampleRepo(twoPlans)
    git(root, 'switch', '--quiet', '--create', 'mine')
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0, value: { planId: '0001' } })
    expect(existsSync(join(root, planPath('0001')))).toBe(true)
    expect(await harnessJson(root, ['next'])).toMatchObject({
      code: 0,
      value: { planId: '0002', counts: { completed: 1 } },
    })
    const again = await harnessJson(root, ['run', '0001'])
    expect(again).toMatchObject({ code: 2, value: { error: { code: 'plan-completed' } } })
    expect(await harnessJson(root, ['run', '0002', '--dry-run'])).toMatchObject({ code: 0 })
    expect(await harnessJson(root, ['validate'])).toMatchObject({ code: 0 })
  })

  test('DL-04 a plan that is not on the base is refused before anything changes', async () => {
    const root = sampleRepo()
    git(root, 'switch', '--quiet', '--create', 'mine')
    write(root, { [planPath('0000', 'mine')]: planText('0000') })
    commit(root, 'A plan of mine')
    const before = operatorState(root)
    const refused = await harnessJson(root, ['run', '0000'])
    expect(refused).toMatchObject({ code: 2, value: { error: { code: 'plan-not-on-base' } } })
    expect(refused.value.error.next).toContain('Commit it to main first')
    expect(operatorState(root)).toEqual(before)
    expect(await harnessJson(root, ['next'])).toMatchObject({
      value: { planId: '0001', waiting: [{ planId: '0000', why: 'is not on the base branch yet' }] },
    })
  })
})

describe('another worktree of the operator', () => {
  test('DL-05 shares runs and leases with the main one: the same plan is held, exit code 11', async () => {
    const root = sampleRepo({
      'script.json': script({ ...delivers, do: [{ run: 'sleep 600' }] }, approves),
    })
    const other = join(temporaryFolder(), 'other')
    git(root, 'worktree', 'add', '--quiet', '-b', 'mine', other)
    const working = start(root, ['run', '0001'])
    await working.saw('the implementer begins')
    const second = await harnessJson(other, ['run', '0001'])
    expect(second).toMatchObject({ code: 11, value: { error: { code: 'run-held' } } })
    const { value: here } = await harnessJson(root, ['runs'])
    const { value: there } = await harnessJson(other, ['runs'])
    expect(there).toEqual(here)
    expect(existsSync(join(other, '.harness'))).toBe(false)
    expect((await harness(other, ['stop', '--all'])).code).toBe(0)
    expect((await working.ended).code).toBe(130)
  })

  test('DL-05 delivers from there as from the main one', async () => {
    const root = sampleRepo()
    const other = join(temporaryFolder(), 'other')
    git(root, 'worktree', 'add', '--quiet', '-b', 'mine', other)
    expect(await harnessJson(other, ['run'])).toMatchObject({ code: 0, value: { planId: '0001' } })
    expect(await harnessJson(root, ['show', '0001'])).toMatchObject({ code: 0, value: { state: 'done' } })
    expect(git(other, 'status', '--porcelain')).toBe('')
    expect(git(root, 'status', '--porcelain')).toBe('')
  })
})

test('DL-05 inside a lane every command is about the repository that the lane was made from', async () => {
  const root = sampleRepo()
  await harness(root, ['run', '--phase', 'implement'])
  const lane = laneAt(root)
  const { value: there } = await harnessJson(lane, ['runs'])
  expect(there).toMatchObject({ total: 1, runs: [{ state: 'paused' }] })
  expect(await harnessJson(lane, ['resume', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
})

test('DL-05 a lane whose state was removed is kept with all its work, by the commands that doctor and run name', async () => {
  const root = sampleRepo()
  await harness(root, ['run', '--phase', 'implement'])
  write(laneAt(root), { 'unsaved.txt': 'mine\n' })
  rmSync(join(root, '.harness/run'), { recursive: true })
  const held = '1 file not committed, 1 commit that main does not have'
  const lanes = async () => {
    const { value } = await harnessJson(root, ['doctor'])
    return value.checks.find(({ id }: { id: string }) => id === 'lanes')
  }
  const told = await lanes()
  expect(told).toMatchObject({ status: 'warn', evidence: expect.stringContaining(held) })
  expect(told.fix).not.toContain('rm -rf')
  for (const args of [
    ['run', '0001'],
    ['resume', '0001'],
  ]) {
    const refused = await harness(root, args)
    expect(refused.stdout).toContain(`A run whose state is gone left its lane for task/0001-hello`)
    expect(refused.stdout).toContain(held)
    expect(refused.stdout).toContain(told.fix)
  }
  expect(await lanes()).toEqual(told)

  execFileSync('sh', ['-c', told.fix.replace(/^[^:]*: /, '')], { cwd: root })
  expect(await lanes()).toMatchObject({ status: 'ok' })
  expect((await harness(root, ['resume', '0001'])).code).toBe(0)
  const kept = `${laneAt(root)}-kept`
  expect(readFileSync(join(kept, 'unsaved.txt'), 'utf8')).toBe('mine\n')
  expect(git(kept, 'status', '--porcelain')).toBe('?? unsaved.txt')
  expect(git(root, 'show', 'task/0001-hello-kept:hello.txt')).toBe('hello')
})

test('QA-22 doctor advises to remove a lane only if the base has all of it', async () => {
  const root = sampleRepo()
  await harness(root, ['run', '--phase', 'implement'])
  rmSync(join(root, '.harness/run'), { recursive: true })
  git(root, 'merge', '--quiet', 'task/0001-hello')
  const fixOf = async () => {
    const { value } = await harnessJson(root, ['doctor'])
    return value.checks.find(({ id }: { id: string }) => id === 'lanes').fix
  }
  // A commit that only the lane's own repository has.
  git(laneAt(root), 'commit', '--quiet', '--allow-empty', '-m', 'Mine')
  expect(await fixOf()).toContain('mv ')
  git(laneAt(root), 'reset', '--quiet', '--hard', 'HEAD~')
  const fix = await fixOf()
  expect(fix).toMatch(/^Remove it: rm -rf /)
  execFileSync('sh', ['-c', fix.replace(/^[^:]*: /, '')], { cwd: root })
  expect(git(root, 'branch', '--list', 'task/*')).toBe('')
})

test('DL-31 the next plan is delivered in the lane of the last, of which doctor knows that it is kept', async () => {
  const appends = { ...delivers, do: [{ append: { path: 'hello.txt', text: 'hello\n' } }] }
  const root = sampleRepo({ ...twoPlans, 'script.json': script(appends, approves) })
  expect((await harness(root, ['run', '0001'])).code).toBe(0)
  const lanes = async () => {
    const { value } = await harnessJson(root, ['doctor'])
    return value.checks.find(({ id }: { id: string }) => id === 'lanes')
  }
  expect(await lanes()).toMatchObject({
    status: 'ok',
    evidence: '0 lanes in use, 1 warm lane kept for the next',
  })
  expect((await harness(root, ['run', '0002', '--phase', 'implement'])).code).toBe(0)
  expect(git(laneAt(root), 'symbolic-ref', '--short', 'HEAD')).toContain('task/0002')
  expect(await lanes()).toMatchObject({ status: 'ok', evidence: '1 lane in use' })
})

describe('a lane that was removed by hand', () => {
  test('DL-05 doctor names it, and resuming makes it again and delivers', async () => {
    const root = sampleRepo()
    await harness(root, ['run', '--phase', 'implement'])
    rmSync(laneAt(root), { recursive: true })
    expect((await harness(root, ['show', '0001'])).stdout).toMatch(/\.lanes\/lane-1 \(gone;/)
    const { value } = await harnessJson(root, ['doctor'])
    expect(value.checks.find(({ id }: { id: string }) => id === 'lanes')).toMatchObject({
      status: 'warn',
      evidence: expect.stringContaining('0001'),
      fix: expect.stringContaining('harness resume 0001-'),
    })
    expect(await harnessJson(root, ['resume'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
  })

  test.each([
    [
      'what git knows of it',
      (_: string, root: string) => rmSync(join(root, '.git/worktrees'), { recursive: true }),
    ],
    [
      'its worktree and its branch',
      (lane: string, root: string) => {
        removeLane(root, lane)
        git(root, 'branch', '--quiet', '-D', 'task/0001-hello')
      },
    ],
  ])('DL-44 a killed run is resumed to its end if this was removed meanwhile: %s', async (_, remove) => {
    // The first call hangs until it is killed; the next one works.
    const begun = join(temporaryFolder(), 'begun')
    const hangs = `test -e '${begun}' || { echo half > half.txt; touch '${begun}'; sleep 600; }`
    const works = { ...delivers, do: [{ run: hangs }, ...delivers.do] }
    const root = sampleRepo({ 'script.json': script(works, approves) })
    const lane = laneAt(root)
    const working = start(root, ['run', '0001'])
    await vi.waitFor(() => expect(existsSync(begun)).toBe(true), { timeout: 60_000 })
    working.process.kill('SIGKILL')
    await working.ended
    remove(lane, root)
    const { code, value } = await harnessJson(root, ['resume'])
    expect({ code, value }).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
    expect(git(root, 'ls-tree', '--name-only', 'main')).not.toContain('half.txt')
  })

  test('DL-05 where its commits are gone too the run says so, and set aside it is no obstacle', async () => {
    const root = sampleRepo()
    await harness(root, ['run', '--phase', 'implement'])
    removeLane(root, laneAt(root))
    // The clean room stands at its commit too.
    removeLane(root, join(`${root}.lanes`, 'room-1'))
    git(root, 'branch', '--quiet', '-D', 'task/0001-hello')
    git(root, 'reflog', 'expire', '--expire=now', '--all')
    git(root, 'gc', '--quiet', '--prune=now')
    const { code, value } = await harnessJson(root, ['resume'])
    expect(code).toBe(2)
    expect(value.error).toMatchObject({
      code: 'lane-missing',
      next: expect.stringContaining('harness run 0001'),
    })
    const [dir = ''] = runDirs(root)
    renameSync(dir, `${dir}.aside`)
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })
})

test('DL-05 worktrees of a bare repository: a plan that is worked on in one is not begun in another', async () => {
  const bare = join(temporaryFolder(), 'bare.git')
  git(sampleRepo(), 'clone', '--quiet', '--bare', '.', bare)
  git(bare, 'config', 'user.name', 'Tester')
  git(bare, 'config', 'user.email', 'tester@example.com')
  const [one, other] = [join(temporaryFolder(), 'one'), join(temporaryFolder(), 'other')]
  git(bare, 'worktree', 'add', '--quiet', one, 'main')
  git(bare, 'worktree', 'add', '--quiet', '-b', 'mine', other)
  expect((await harness(one, ['run', '--phase', 'implement'])).code).toBe(0)
  const second = await harnessJson(other, ['run'])
  expect(second).toMatchObject({ code: 1, value: { outcome: 'paused' } })
  expect(second.value.reason).toContain('/one.lanes/lane-1')
  expect(second.value.next).not.toContain('git branch')
  expect(await harnessJson(one, ['resume'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
})
