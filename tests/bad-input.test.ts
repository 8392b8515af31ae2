/** Each item of bad input by name: a clear error, the right exit code, nothing changed. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  commit,
  config,
  git,
  operatorState,
  sampleRepo,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

/** The command refuses with exit code 2 and this error, and leaves everything as it was. */
async function refuses(root: string, args: readonly string[], code: string, message: RegExp): Promise<void> {
  const before = operatorState(root)
  const { code: exitCode, value } = await harnessJson(root, args)
  expect(value).toMatchObject({ ok: false, error: { code, exitCode: 2 } })
  expect(exitCode).toBe(2)
  expect(value.error.message).toMatch(message)
  expect(value.error.next).not.toBe('')
  expect(operatorState(root)).toEqual(before)
}

/** What `harness validate` finds, by its exit code and messages. */
async function validation(root: string): Promise<{ code: number | null; messages: string }> {
  const { code, value } = await harnessJson(root, ['validate'])
  return { code, messages: value.problems.map(({ message }: { message: string }) => message).join('\n') }
}

describe('plans that cannot be delivered', () => {
  test('an unknown plan: the nearest one is offered', async () => {
    const root = sampleRepo()
    await refuses(root, ['run', '0010'], 'plan-unknown', /There is no plan 0010/)
  })
})

describe('a repository that is not ready', () => {
  test('DL-01 a config with a typo: file, place, what was expected, the nearest right name', async () => {
    const root = sampleRepo({ 'harness.config.json': config({ baseBrunch: 'main' }) })
    const typo = /harness\.config\.json:1:\d+ baseBrunch: .*did you mean "baseBranch"\?/
    for (const command of ['run', 'next', 'config', 'resume'])
      await refuses(root, [command], 'config-invalid', typo)
    expect(await validation(root)).toMatchObject({ code: 2, messages: expect.stringMatching(typo) })
    expect((await harness(root, ['runs'])).code).toBe(0)
  })

  test('DL-01 no config at all: init is the next step', async () => {
    const root = sampleRepo()
    git(root, 'rm', '--quiet', 'harness.config.json')
    commit(root)
    await refuses(root, ['run'], 'config-missing', /There is no harness\.config\.json/)
  })

  test('DL-04 a dirty tree: the files are named and stay as they are', async () => {
    const root = sampleRepo()
    write(root, { 'README.md': 'half done\n', 'new.txt': 'new\n' })
    await refuses(root, ['run'], 'dirty-tree', /README\.md, new\.txt/)
  })

  test.each([
    ['names no script', { agent: { provider: 'scripted' } }, [], 'script-missing', /needs a script/],
    [
      'is asked for by name and has no script',
      { agent: { provider: 'claude' } },
      ['--provider', 'scripted'],
      'script-missing',
      /needs a script/,
    ],
    [
      'names a script that is not there',
      { agent: { provider: 'scripted', script: 'gone.json' } },
      [],
      'script-missing',
      /gone\.json/,
    ],
    [
      'names a script with a mistake',
      { agent: { provider: 'scripted', script: 'README.md' } },
      [],
      'script-invalid',
      /README\.md/,
    ],
  ])(
    'DL-04 an agent that %s: refused before there is a run or a lane',
    async (_, more, args, code, message) => {
      const root = sampleRepo({ 'harness.config.json': config(more) })
      await refuses(root, ['run', ...args], code, message)
      expect(existsSync(join(root, '.harness'))).toBe(false)
    },
  )

  test.each([
    ['throws', 'const why: string = "no luck"\n\nthrow new Error(why)\n', /script\.ts:3:7: no luck/],
    ['ends the process', 'process.exit(0)\nexport default []\n', /script\.ts:1:\d+: .*process\.exit\(0\)/],
  ])(
    'DL-04 a script that %s: refused with the place by run; doctor and validate do not run it',
    async (_, text, where) => {
      const agent = { provider: 'scripted', script: 'script.ts' }
      const root = sampleRepo({ 'harness.config.json': config({ agent }), 'script.ts': text })
      await refuses(root, ['run'], 'script-invalid', where)
      for (const command of ['doctor', 'validate'])
        expect(await harnessJson(root, [command])).toMatchObject({ code: 0 })
    },
  )

  test.each([['does not parse', 'export default [\n  { role: ,\n', /script\.ts:2:10: .*Unexpected token/]])(
    'DL-04 a script that %s: refused with the place, by run, doctor and validate',
    async (_, text, where) => {
      const agent = { provider: 'scripted', script: 'script.ts' }
      const root = sampleRepo({ 'harness.config.json': config({ agent }), 'script.ts': text })
      await refuses(root, ['run'], 'script-invalid', where)
      const doctor = await harnessJson(root, ['doctor'])
      expect(doctor.code).toBe(1)
      expect(doctor.value.checks).toContainEqual(
        expect.objectContaining({
          id: 'agent scripted',
          status: 'fail',
          evidence: expect.stringMatching(where),
        }),
      )
      expect(await validation(root)).toMatchObject({ code: 2, messages: expect.stringMatching(where) })
    },
  )

  test('a script whose function ends the process fails that call and not the harness', async () => {
    const agent = { provider: 'scripted', script: 'script.ts' }
    const text = 'export default () => {\n  process.exit(0)\n}\n'
    const root = sampleRepo({ 'harness.config.json': config({ agent }), 'script.ts': text })
    const { code, value } = await harnessJson(root, ['run'])
    expect(code).not.toBe(0)
    expect(JSON.stringify(value)).toMatch(/script\.ts:2:\d+: it called process\.exit\(0\)/)
  })

  test('DL-01 --repo and HARNESS_TARGET_REPO name the repository; a folder that is not there is refused', async () => {
    const root = sampleRepo()
    mkdirSync(join(root, 'deep/er'), { recursive: true })
    const elsewhere = temporaryFolder()
    expect(await harnessJson(elsewhere, ['next', '--repo', join(root, 'deep/er')])).toMatchObject({ code: 0 })
    const env = { HARNESS_TARGET_REPO: root }
    expect(await harnessJson(elsewhere, ['next'], { env })).toMatchObject({ code: 0 })
    const missing = await harnessJson(elsewhere, ['next', '--repo', '/nowhere/at/all'])
    expect(missing).toMatchObject({ code: 2, value: { error: { code: 'repo-not-found' } } })
  })
})

describe('wrong use of the command line', () => {
  test.each([
    [['rnu'], /Unknown command 'rnu' \(Did you mean run\?\)/, 'harness --help'],
    [['run', '--fase', 'all'], /Unknown option '--fase'/, 'harness run --help'],
    [['run', '--phase', 'everything'], /Allowed choices are all, implement/, 'harness run --help'],
    [['run', '--provider', 'gpt'], /Allowed choices are scripted, claude, codex, acp/, 'harness run --help'],
    [['show'], /Missing required argument 'run'/, 'harness runs lists them; then: harness show <run>'],
    [['runs', 'x', 'y'], /Too many arguments/, 'harness runs --help'],
    [['refuse', '0001'], /A refusal needs its reason/, 'harness refuse 0001 -m "why"'],
    [['stop'], /A run must be named, or --all given/, 'harness stop'],
    [['completion', 'tcsh'], /choice|no completion for tcsh/, 'harness completion'],
  ])('QA-21 harness %j is a usage error with exit code 2', async (args, message, next) => {
    const { code, stdout, stderr } = await harness(sampleRepoOnce(), args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr).toContain(`next:  ${next}`)
    const page = /^more: {2}(.*)$/m.exec(stderr)?.[1] ?? ''
    expect(readFileSync(page, 'utf8')).toMatch(/^# usage\n/)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

let shared: string | null = null
function sampleRepoOnce(): string {
  shared ??= sampleRepo()
  return shared
}
