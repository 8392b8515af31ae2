/** What people type every day: a new plan, the state of everything, the change of a run, and words of other tools. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  newRepo,
  sampleRepo,
  script,
  stateFromLane,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

describe('DL-47 harness new', () => {
  test('writes a plan with the next id, which runs once it says its goal', async () => {
    const root = sampleRepo({})
    const { code, value } = await harnessJson(root, ['new', 'Füße: greet  by name!', '--phase', 'two'])
    const path = 'docs/exec-plans/active/0002-fusse-greet-by-name.md'
    expect({ code, value }).toEqual({
      code: 0,
      value: { ok: true, planId: '0002', title: 'Füße: greet by name!', path },
    })
    expect(readFileSync(join(root, path), 'utf8')).toContain('\nphase: "two"\n')
    commit(root, 'Plan')
    const blank =
      /0002-\S+\.md:\d+:1: expected a goal of this plan in the section "## Goal", found the text of a new plan/
    for (const command of [['validate'], ['run', '0002'], ['run', '0002', '--dry-run']]) {
      const { code: refused, stdout, stderr } = await harness(root, command)
      expect({ refused, told: stdout + stderr }).toEqual({ refused: 2, told: expect.stringMatching(blank) })
      expect(stdout + stderr).toMatch(/next: .*Correct .*harness validate/)
    }
    expect(existsSync(join(root, '.harness/run/runs/0002'))).toBe(false)
    const filled = readFileSync(join(root, path), 'utf8').replace(/(?<=## Goal\n\n).*/, 'It greets by name.')
    write(root, { [path]: filled })
    commit(root, 'Say the goal')
    expect((await harness(root, ['validate'])).code).toBe(0)
    expect((await harnessJson(root, ['new', 'And more'])).value.planId).toBe('0003')
  })
  test.each([
    ['Übergröße', 'ubergrosse'],
    ['Æther, Łódź & Ørsted', 'aether-lodz-orsted'],
  ])('names the file of %s %s', async (title, slug) => {
    const { value } = await harnessJson(sampleRepo({}), ['new', title])
    expect(value.path).toBe(`docs/exec-plans/active/0002-${slug}.md`)
  })
  test.each(['', '   ', '!!!', 'x'.repeat(201)])(
    'refuses the title %j, and writes nothing',
    async (title) => {
      const root = sampleRepo({})
      const { code, stderr } = await harness(root, ['new', title])
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('cannot name a plan'),
      })
      expect(git(root, 'status', '--porcelain')).toBe('')
    },
  )
})

describe('DL-47 harness diff and harness status', () => {
  test('show the change of a run before and after its merge, and what comes next', async () => {
    const root = sampleRepo({ 'script.json': script(delivers) })
    expect((await harness(root, ['status'])).stdout).toMatch(/needs you +nothing\n[\s\S]*next 0001 /)
    expect((await harness(root, ['run', '0001'])).code).toBe(1)
    const { stdout: open } = await harness(root, ['diff', '0001'])
    expect(open).toMatch(/^task\/0001-hello \(not merged\)\n[\s\S]*\+hello/)
    expect((await harness(root, ['status'])).stdout).toMatch(
      /stopped +0001-.*: paused\n +next: .*harness resume\n/,
    )
    write(root, { 'script.json': script(delivers, approves) })
    commit(root, 'Let the reviewer answer')
    expect((await harness(root, ['status'])).stdout).toMatch(
      /\nspent +today .*; 1\.1k of 5\.0M tokens in 7 days\n/,
    )
    const resumed = await harness(root, ['resume', '0001'])
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringMatching(/ up to date with main\b/) })
    const { value } = await harnessJson(root, ['diff', '0001', '--stat'])
    expect(value.changes).toMatchObject([{ branch: 'task/0001-hello', merged: expect.any(String) }])
    expect(value.changes[0].diff).toContain('hello.txt | 1 +')
    expect((await harnessJson(root, ['status'])).value).toMatchObject({
      ...{ needs: [], works: [], rests: [], daemon: 'none', frozen: false },
      ...{ ended: [{ plan: '0001', state: 'done' }], plans: { open: 0, completed: 1, next: null } },
    })
  })
  test('QA-23 harness show prints the log of a failed check as a path that can be opened', async () => {
    const failing = [{ name: 'hello', run: 'echo looked for hello; test -f never.txt' }]
    const root = sampleRepo({
      'harness.config.json': config({ checks: failing, baseCheck: 'off' }),
      'script.json': script(delivers, approves),
    })
    expect((await harness(root, ['run', '0001'])).code).not.toBe(0)
    const { stdout } = await harness(root, ['show', '0001'])
    const [, path = ''] = /log of hello: (\S+)/.exec(stdout) ?? []
    expect(readFileSync(path, 'utf8')).toContain('looked for hello')
  })
  test('mergePolicy ask: the operator reads the whole change before it is merged', async () => {
    const root = sampleRepo({
      'script.json': script(delivers, approves),
      'harness.config.json': config({ mergePolicy: 'ask' }),
    })
    const before = git(root, 'rev-parse', 'main')
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect({ code, gate: value.gates?.[0]?.name }).toEqual({ code: 8, gate: 'merge-wanted' })
    expect(git(root, 'rev-parse', 'main')).toBe(before)
    expect((await harness(root, ['status'])).stdout).toMatch(
      /^needs you +0001-.*: .*into main\?\n +next: harness grant 0001-/,
    )
    expect((await harness(root, ['diff', '0001'])).stdout).toContain('+hello')
    expect((await harness(root, ['grant', '0001'])).code).toBe(0)
    expect(git(root, 'log', '--format=%s', 'main')).toContain('Merge plan 0001')
  })
  test('harness status shows what works at this moment', async () => {
    const wait = `touch ${stateFromLane}/here; while ! test -e ${stateFromLane}/go; do sleep 0.05; done`
    const root = sampleRepo({
      'script.json': script({ ...delivers, do: [{ run: wait }, ...delivers.do] }, approves),
    })
    const run = start(root, ['run', '0001'])
    await vi.waitUntil(() => existsSync(join(root, '.harness/run/here')), { timeout: 60_000 })
    const { stdout } = await harness(root, ['status'])
    writeFileSync(join(root, '.harness/run/go'), '')
    expect((await run.ended).code).toBe(0)
    expect(stdout).toMatch(/^needs you +nothing\nworks +0001-.*: Say hello, implement/)
  })
  test('a run that is not there is named', async () => {
    const root = sampleRepo({})
    expect((await harness(root, ['diff', '0009'])).code).toBe(2)
  })
})

test('DL-47 harness status without a config shows the runs, and why it knows no plans', async () => {
  const root = newRepo()
  write(root, { 'README.md': 'A product.\n' })
  commit(root)
  const { code, stdout } = await harness(root, ['status'])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^needs you +nothing\nplans +cannot be read: .*harness init\nspent +today 0 tokens/,
    ),
  })
  write(root, { '.harness/run/windows.json': JSON.stringify({ claude: Date.now() + 3_600_000 }) })
  const { value } = await harnessJson(root, ['status'])
  expect(value).toMatchObject({
    plans: { next: expect.any(String) },
    spent: { window: null, closed: [{ provider: 'claude' }] },
  })
  expect((await harness(root, ['status'])).stdout).toMatch(/\nlimit +claude has reached its limit until \d\d/)
})

test('AG-02 harness agents install asks which one, and installs nothing', async () => {
  const data = temporaryFolder()
  const env = { HARNESS_DATA_DIR: data }
  const { code, stdout, stderr } = await harness(sampleRepo({}), ['agents', 'install'], { env })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('next:  Use: harness agents install claude, or harness agents install codex')
  expect(existsSync(join(data, 'agents'))).toBe(false)
})

test('DL-02 with every plan completed, the next step is the command that writes one', async () => {
  const root = sampleRepo({ 'script.json': script(delivers, approves) })
  expect((await harness(root, ['run'])).code).toBe(0)
  const { code, stderr } = await harness(root, ['run'])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('next:  Write another: harness new "title"'),
  })
  const { stdout } = await harness(root, ['runs'], { columns: 60 })
  expect(stdout).toContain('\n  Say hello\n')
})

test('QA-22 harness doctor --fix removes what is left over, once, and says so', async () => {
  const root = sampleRepo({})
  const lane = `${root}.lanes/lane-7`
  git(root, 'worktree', 'add', '--quiet', '-b', 'task/old', lane)
  writeFileSync(`${lane}.gitdir`, '')
  rmSync(lane, { recursive: true })
  const left = (value: { checks: { id: string }[] }) => value.checks.find(({ id }) => id === 'lanes')
  expect(left((await harnessJson(root, ['doctor'])).value)).toMatchObject({ status: 'warn' })
  const { value } = await harnessJson(root, ['doctor', '--fix'])
  expect(value.repaired).toEqual([expect.stringContaining(`removed 1 lane: ${lane}`)])
  expect(left(value)).toMatchObject({ status: 'ok' })
  const { stdout } = await harness(root, ['doctor', '--fix'])
  expect(stdout).not.toContain('fixed')
})

test('DL-01 harness init refuses a time for checks that is none, also beside a config', async () => {
  const { code, stderr } = await harness(sampleRepo({}), ['init', '--check-timeout', 'abc'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('takes whole seconds') })
})

test.each([
  [['status', '0001-hello'], 'next:  harness show 0001-hello\n'],
  [['plan', 'Greet by name'], 'harness new "Greet by name"; or name the spec: harness plan docs/'],
  [['plan', 'greet'], 'harness new "greet"'],
  [['plan', "it's $5 now"], "harness new 'it'\\''s $5 now';"],
  [['plan', 'Greet', 'by', 'name'], 'next:  harness new "Greet by name"\n'],
  [['new', 'Greet', 'by', 'name'], 'next:  harness new "Greet by name"\n'],
  [['logs'], 'harness runs lists them; then: harness logs <run>'],
  [['answer'], 'harness runs lists them; then: harness answer <run> <choice>'],
  [['answer', '0001'], 'next:  harness show 0001 lists the choices'],
  [['answer', 'base-red'], 'next:  harness show <run> lists the choices'],
  [['config', 'set', 'forge', 'github'], 'next:  Edit harness.config.json'],
  [['cancel', '0001'], 'next:  harness stop 0001\n'],
])('QA-21 harness %j leads to the command that was meant', async (line, meant) => {
  const { code, stderr } = await harness(sampleRepo({}), line)
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(meant) })
})

test.each([
  ['cancel', 'harness stop <run>'],
  ['abandon', 'harness refuse <run>'],
  ['approve', 'harness grant <run>'],
  ['list', 'harness runs'],
  ['attach', 'harness logs <run> -f'],
  ['gc', 'harness doctor --fix'],
  ['schema', 'harness config --schema'],
])('QA-21 harness %s leads to %s', async (word, meant) => {
  const { code, stderr } = await harness(sampleRepo({}), [word])
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Did you mean: ${meant}?`),
  })
})
