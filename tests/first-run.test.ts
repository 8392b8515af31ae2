/** A person's first minutes with the program, and a script's: init, doctor, config, help, and never a question without a terminal. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundle, cleanEnvironment, harness, harnessJson, start } from './support/harness.ts'
import { harness as here, harnessJson as jsonHere } from './support/harness-here.ts'
import {
  commit,
  config,
  git,
  operatorState,
  planPath,
  planText,
  sampleRepo,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

function freshRepo(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder()
  git(root, 'init', '--quiet', '--initial-branch=trunk')
  git(root, 'config', 'user.name', 'Tester')
  git(root, 'config', 'user.email', 'tester@example.com')
  write(root, files)
  commit(root, 'Begin')
  return root
}

describe('init', () => {
  test('DL-01 in an unknown repository: shows every file, writes them, and what it wrote delivers its first plan', async () => {
    const root = freshRepo({ Makefile: 'test:\n\ttest -f docs/rehearsal.md || test -f Makefile\n' })
    const before = operatorState(root)
    const asked = await harness(root, ['init'])
    expect(asked.code).toBe(2)
    expect(asked.stderr).toContain('harness init --yes')
    expect(asked.stdout).toContain('make test')
    expect(operatorState(root)).toEqual(before)

    const { code, stdout } = await harness(root, ['init', '--yes'])
    expect(code).toBe(0)
    expect(stdout).toContain('"baseBranch": "trunk"')
    expect(JSON.parse(readFileSync(join(root, 'harness.config.json'), 'utf8'))).toMatchObject({
      $schema: './.harness/config.schema.json',
      checks: [{ name: 'test', run: 'make test' }],
    })
    expect((await harness(root, ['validate'])).code).toBe(0)
    commit(root, 'Work with harness')
    expect((await harness(root, ['doctor'])).code).toBe(0)
    expect((await harness(root, ['run'])).code).toBe(0)
    expect(existsSync(join(root, 'docs/rehearsal.md'))).toBe(true)
  })

  test('DL-04 on another branch than the base: init, doctor and run say that work starts from the base', async () => {
    const root = freshRepo({ Makefile: 'test:\n\ttrue\n' })
    expect((await here(root, ['init'])).stdout).toMatch(/^Base +trunk$/m)
    git(root, 'branch', 'main')
    git(root, 'switch', '--quiet', '--create', 'feature')
    const { stdout } = await here(root, ['init', '--yes', '--no-trial'])
    expect(stdout).toMatch(/^Base +main \(you are on feature; runs start from main/m)
    commit(root, 'Work with harness')
    const { value } = await jsonHere(root, ['doctor'])
    const found = (id: string) => value.checks.find((check: { id: string }) => check.id === id)
    expect(found('base branch').evidence).toContain('you are on feature, and runs start from main')
    const next = 'Commit it to main first, or merge your branch there: work begins and ends on main.'
    expect(found('plans')).toMatchObject({ status: 'warn', fix: next })
    for (const named of [[], ['0001']])
      expect(await jsonHere(root, ['run', ...named])).toMatchObject({ code: 2, value: { error: { next } } })
    git(root, 'branch', '--force', 'main', 'feature')
    expect((await jsonHere(root, ['run'])).code).toBe(0)
  })

  test('DL-01 if git ignores docs/ and .harness/, plans go elsewhere, and what comes next works', async () => {
    const ignored = '.harness/\ndocs/\n'
    const root = freshRepo({ Makefile: 'test:\n\ttrue\n', '.gitignore': ignored })
    const { code, stdout } = await here(root, ['init', '--yes', '--no-trial'])
    expect(code).toBe(0)
    expect(stdout).toContain('Git ignores docs/, so plans go to plans/')
    expect(stdout).toContain('Git ignores .harness/config.schema.json:')
    const [, add = ''] = /^ +(git add .*)$/m.exec(stdout) ?? []
    execFileSync('sh', ['-c', `${add} && git commit --quiet -m "Work with harness"`], { cwd: root })
    expect(git(root, 'status', '--porcelain')).toBe('')
    expect((await jsonHere(root, ['run'])).code).toBe(0)
    expect(existsSync(join(root, 'plans/rehearsal.md'))).toBe(true)
  })

  test('DL-01 a second time changes nothing, and no file is ever overwritten', async () => {
    const root = freshRepo({ 'harness.script.yaml': '# mine\n' })
    const first = await jsonHere(root, ['init', '--yes'])
    expect(first.value.existing).toEqual(['harness.script.yaml'])
    expect(readFileSync(join(root, 'harness.script.yaml'), 'utf8')).toBe('# mine\n')
    const before = operatorState(root)
    expect(await jsonHere(root, ['init', '--yes'])).toMatchObject({
      code: 0,
      value: { written: [], existing: 'harness.config.json' },
    })
    expect(operatorState(root)).toEqual(before)
  })
})

describe('init tries the checks', () => {
  const trialRepo = (scripts: Readonly<Record<string, string>>): string =>
    freshRepo({ 'package.json': JSON.stringify({ scripts }), '.gitignore': 'made/\nleft\n' })
  test('DL-01 a check that passes only among the operator’s own files fails in a fresh clone, and its log stays', async () => {
    const root = trialRepo({ lint: 'true', test: 'echo looking && test -e left' })
    write(root, { left: '' })
    const before = operatorState(root)
    const { code, value } = await jsonHere(root, ['init', '--yes'])
    expect(code).toBe(1)
    expect(value).toMatchObject({
      ok: false,
      tried: [
        { check: 'lint', passed: true, log: null },
        { check: 'test', passed: false, how: 'exit code 1' },
      ],
    })
    expect(readFileSync(value.tried[1].log, 'utf8')).toContain('looking')
    expect(readdirSync(dirname(root)).filter((name) => name.startsWith(`${basename(root)}.`))).toEqual([])
    git(root, 'clean', '-fdq')
    expect(operatorState(root)).toEqual(before)
    const { stdout } = await here(root, ['init', '--yes'])
    expect(stdout).toContain('Your check test fails in a fresh clone: exit code 1')
  })

  test('DL-01 a test that needs the build gets it', async () => {
    const root = trialRepo({ build: 'mkdir made', test: 'test -d made' })
    const { code, value } = await jsonHere(root, ['init', '--yes'])
    expect(code).toBe(0)
    expect(value.checks).toMatchObject([{ name: 'test', run: 'npm run build && npm run test' }])
  })

  test('DL-01 a check that hangs is ended', async () => {
    const root = trialRepo({ test: 'sleep 1000' })
    const { code, value } = await jsonHere(root, ['init', '--yes', '--check-timeout', '1'])
    expect(code).toBe(1)
    expect(value.tried).toMatchObject([
      { check: 'test', passed: false, how: expect.stringContaining('longer than 1 s') },
    ])
    expect(JSON.parse(readFileSync(join(root, 'harness.config.json'), 'utf8')).checks[0].timeoutSec).toBe(1)
  })

  test('DL-01 SIGTERM during the trial ends init, and nothing is written; only Ctrl-C skips the trial', async () => {
    const root = trialRepo({ test: 'sleep 1000' })
    const before = operatorState(root)
    const run = start(root, ['init', '--yes'])
    await run.saw('Trying the checks')
    run.process.kill('SIGTERM')
    const { code, stdout, stderr } = await run.ended
    expect({ code, stderr }).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('nothing was written'),
    })
    expect(stdout).not.toContain('written  ')
    expect(operatorState(root)).toEqual(before)

    const skipped = start(root, ['init', '--yes'])
    await skipped.saw('Trying the checks')
    skipped.process.kill('SIGINT')
    expect(await skipped.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('you stopped it') })
    expect(existsSync(join(root, 'harness.config.json'))).toBe(true)
  })

  test('DL-01 a set-up that fails is told, and --no-trial runs nothing', async () => {
    const root = freshRepo({
      'package.json': '{"scripts": {"test": "touch ran"}}',
      'package-lock.json': 'no lock file',
    })
    const { value } = await jsonHere(root, ['init', '--yes', '--no-trial'])
    expect(value).toMatchObject({ tried: null, setup: ['npm ci'] })
    expect(value.untried).toBe(null)
    git(root, 'clean', '-fdxq')
    const asked = await here(root, ['init', '--agent', 'claude'], { answers: ['y', 'n'] })
    expect(asked.stdout).toContain('Write these files although the checks fail in a fresh clone?')
    expect(asked.stdout).toContain('Nothing was written.')
    const told = await here(root, ['init', '--yes'])
    expect(told.code).toBe(1)
    expect(told.stdout).toMatch(/Your checks cannot run in a fresh clone: .*npm ci/)
    expect(told.stdout).toContain('fix that before the first run')
    expect(told.stdout).toMatch(/^next: Fix lanes\.setup/m)
    expect(told.stdout).not.toContain('lane trial')
    git(root, 'clean', '-fdxq')
    const { code, value: json } = await jsonHere(root, ['init', '--yes'])
    expect({ code, ...json }).toMatchObject({
      ...{ code: 1, ok: false, tried: null },
      untried: { why: expect.stringContaining('npm ci'), next: expect.stringMatching(/lanes\.setup.*\.$/) },
    })
  })

  test('DL-01 without a commit there is nothing to try the checks on: that is no failure', async () => {
    const root = freshRepo({ Makefile: 'test:\n\tfalse\n' })
    git(root, 'update-ref', '-d', 'refs/heads/trunk')
    const { code, value } = await jsonHere(root, ['init', '--yes'])
    expect({ code, ...value }).toMatchObject({
      ...{ code: 0, ok: true, tried: null },
      untried: { why: 'the branch trunk has no commit yet' },
    })
    rmSync(join(root, '.git/logs'), { recursive: true })
    expect((await here(root, ['next'])).stdout).toMatch(
      /next: Make the first commit .*\.env out by \.gitignore/,
    )
  })
})

describe('init beside other configs', () => {
  test('DL-40 a config of this kind without checks: what it read, ignored and added', async () => {
    const root = freshRepo({
      Makefile: 'test:\n\ttrue\n',
      'harness.config.json': JSON.stringify({
        agent: { provider: 'codex', reasoningEffort: 'medium' },
        modelClient: { provider: 'claude', model: 'opus' },
        baseBranch: 'trunk',
        futureSection: { x: 1 },
      }),
      '.orchestrator/state.json': '{}',
    })
    const left = await here(root, ['init', '--yes'])
    expect(left.code).toBe(2)
    expect(left.stderr).toContain('nothing was written. It cannot be used as it is')
    expect(left.stderr).toContain('harness init --adopt')
    const shown = await here(root, ['init', '--adopt', '--yes', '--no-trial'])
    expect(shown.stdout).toMatch(/Read .*agent\.reasoningEffort/)
    expect(shown.stdout).toMatch(/Ignored .*futureSection/)
    expect(shown.stdout).toMatch(/Added .*checks, stateDir/)
    const { value } = await jsonHere(root, ['config'])
    expect(value.config).toMatchObject({
      checks: [{ name: 'test', run: 'make test' }],
      stateDir: '.orchestrator',
      agent: { provider: 'codex', reasoningEffort: 'medium' },
      modelClient: { provider: 'claude', model: 'opus' },
    })
  })

  test.each([
    ['harness.config.json', ''],
    ['harness.config.json', '{ "checks": [ '],
    ['.harness/config.json', '{ "checks": 1 }'],
  ])(
    'DL-01 a %s that is broken, such as %j, is no success: it is told with its place',
    async (file, text) => {
      const root = freshRepo({ Makefile: 'test:\n\ttrue\n', [file]: text })
      const before = operatorState(root)
      for (const args of [
        ['init', '--yes'],
        ['init', '--yes', '--adopt'],
      ]) {
        const { code, value } = await jsonHere(root, args)
        expect({ code, ...value }).toMatchObject({ code: 2, ok: false, error: { code: 'config-invalid' } })
        expect(value.error.message).toContain(`${file}:1:`)
        expect(value.error.next).toContain(`Correct ${file}`)
      }
      expect(operatorState(root)).toEqual(before)
    },
  )

  test('DL-40 a config that is not committed is not replaced', async () => {
    const root = freshRepo({ Makefile: 'test:\n\ttrue\n' })
    write(root, { 'harness.config.json': '{"agent": {"provider": "claude"}}' })
    const before = operatorState(root)
    expect(await jsonHere(root, ['init', '--adopt', '--yes'])).toMatchObject({
      code: 2,
      value: { error: { code: 'dirty-tree', next: expect.stringContaining('git add harness.config.json') } },
    })
    expect(operatorState(root)).toEqual(before)
  })

  test('DL-40 the config of another tool stays, and ours works beside it', async () => {
    const other = '{"layers": [], "constraintPacks": []}\n'
    const root = freshRepo({ Makefile: 'test:\n\ttrue\n', 'harness.config.json': other })
    expect((await jsonHere(root, ['init', '--yes', '--no-trial'])).value.written).toContain(
      '.harness/config.json',
    )
    expect(readFileSync(join(root, 'harness.config.json'), 'utf8')).toBe(other)
    commit(root, 'Work with harness')
    expect(await jsonHere(root, ['config'])).toMatchObject({
      code: 0,
      value: { file: '.harness/config.json' },
    })
    expect((await jsonHere(root, ['next'])).value.planId).toBe('0001')
    expect((await jsonHere(root, ['run'])).code).toBe(0)
  })
})

describe('doctor', () => {
  test('QA-22 a repository that is ready: every check is ok, and nothing is changed', async () => {
    const root = sampleRepo({ 'harness.config.json': config({ sandbox: 'auto' }) })
    const before = operatorState(root)
    const { code, value } = await jsonHere(root, ['doctor'])
    expect(value.checks.filter(({ status }: { status: string }) => status !== 'ok')).toEqual([])
    expect(code).toBe(0)
    const ids = value.checks.map(({ id }: { id: string }) => id)
    for (const id of [
      'node',
      'git',
      'repo',
      'config',
      'agent scripted',
      'check hello',
      'disk',
      'ports',
      'journals',
      'lanes',
    ])
      expect(ids).toContain(id)
    expect(operatorState(root)).toEqual(before)
    expect(existsSync(join(root, '.harness'))).toBe(false)
  })

  test('QA-22 what is wrong fails with evidence and one fix; exit code 1', async () => {
    const root = sampleRepo({
      'harness.config.json': config({
        baseBranch: 'trunk',
        checks: [{ name: 'test', run: 'nonesuch --all' }],
        agent: { provider: 'claude' },
        sandbox: 'auto',
      }),
      [planPath('0002', 'bad')]: planText('0003'),
    })
    write(root, { 'dirty.txt': 'x' })
    const { code, value } = await jsonHere(root, ['doctor'])
    expect(code).toBe(1)
    const bad = value.checks.filter(({ status }: { status: string }) => status !== 'ok')
    expect(bad.map(({ id }: { id: string }) => id)).toEqual([
      'base branch',
      'tree',
      'agent claude',
      'check test',
      'plans',
    ])
    for (const { fix } of bad) expect(fix).toMatch(/\S/)
  })

  test('DL-46 init and doctor say before the first run what a lane does about hooks, submodules, LFS and Node', async () => {
    const surroundings = {
      'package.json': JSON.stringify({ engines: { node: '^1.2.3' }, scripts: { test: 'true' } }),
      '.husky/pre-commit': 'npm test\n',
      '.gitmodules': '[submodule "part"]\n\tpath = part\n\turl = ../part\n',
      '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
    }
    const { stdout } = await here(freshRepo(surroundings), ['init'])
    const told = [
      /Git hooks do not run in lanes \(husky/,
      /Submodules are put/,
      /Git LFS keeps \*\.psd/,
      /Node \^1\.2\.3/,
    ]
    for (const each of told) expect(stdout).toMatch(each)

    const { value } = await jsonHere(sampleRepo(surroundings), ['doctor'])
    const ids = ['hooks', 'submodules', 'lfs', 'engines']
    expect(value.checks.filter(({ id }: { id: string }) => ids.includes(id))).toMatchObject([
      { id: 'hooks', status: 'ok', evidence: expect.stringContaining('husky'), fix: null },
      { id: 'submodules', status: 'warn', fix: expect.stringContaining('git submodule update') },
      { id: 'lfs', status: 'warn', fix: expect.stringContaining('git lfs pull') },
      { id: 'engines', status: 'warn', fix: expect.stringContaining('Switch to Node ^1.2.3') },
    ])
  })

  test.each([
    [
      ['grep -q hello hello.txt'],
      'warn',
      /the CI runs 1 command that no check covers: npm run test \(.*ci\.yml, job all\)$/,
    ],
    [['grep -q hello hello.txt', 'npm run test'], 'ok', /checks cover/],
  ])('DL-01 doctor holds the checks %j against the CI: %s', async (runs, status, evidence) => {
    const root = sampleRepo({
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      '.github/workflows/ci.yml':
        'jobs:\n  all:\n    steps:\n      - run: npm ci\n      - run: npm run test\n',
      'harness.config.json': config({ checks: runs.map((run, at) => ({ name: `check-${at}`, run })) }),
    })
    const { value } = await jsonHere(root, ['doctor'])
    expect(value.checks.filter(({ id }: { id: string }) => id === 'ci')).toMatchObject([
      { status, evidence: expect.stringMatching(evidence) },
    ])
  })

  test('QA-22 outside of a repository it still looks at the machine', async () => {
    const { code, value } = await jsonHere(temporaryFolder(), ['doctor'])
    expect(code).toBe(1)
    expect(value.checks.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)).toEqual([
      'node ok',
      'git ok',
      'repo fail',
    ])
  })
})

describe('config', () => {
  test('DL-01 is printed resolved, with where each value came from', async () => {
    const root = sampleRepo()
    const env = { HARNESS_BASE_BRANCH: 'other', BUDGET_CEILING_TOKENS: '77' }
    const { value } = await harnessJson(root, ['config'], { env })
    expect(value.origins).toMatchObject({
      baseBranch: { value: 'other', from: 'HARNESS_BASE_BRANCH' },
      'budget.ceilingTokens': { value: 77, from: 'BUDGET_CEILING_TOKENS' },
      'agent.script': { value: 'script.json', from: 'file' },
      planDir: { value: 'docs/exec-plans/active', from: 'default' },
    })
    expect((await harness(root, ['config'])).stdout).toMatch(/agent\.script "script\.json" +file/)
  })

  test('DL-01 every name that is printed can be written to the file, and means the same there', async () => {
    const root = sampleRepo({
      'harness.config.json': config({
        devServer: { command: 'npm start', url: 'http://127.0.0.1:3000', readyTimeoutSec: 7 },
        e2e: { command: 'npm run e2e' },
        forge: { kind: 'github', patienceMinutes: 5 },
        daemon: { tickSec: 3 },
      }),
    })
    const { value: shown } = await jsonHere(root, ['config'])
    expect(shown.origins).toMatchObject({
      'devServer.readyTimeoutSec': { value: 7, from: 'file' },
      'e2e.timeoutSec': { value: 1800, from: 'default' },
      'agent.limits.wallMinutes': { value: 60, from: 'default' },
      'budget.windowDays': { value: 7, from: 'default' },
      'daemon.tickSec': { value: 3, from: 'file' },
    })
    write(root, { 'harness.config.json': JSON.stringify(shown.config) })
    const { value: again } = await jsonHere(root, ['config'])
    expect(again.config).toEqual(shown.config)
    expect((await jsonHere(root, ['runs'])).code).toBe(0)
  })

  test('DL-01 --schema prints the schema that is published', async () => {
    const { stdout } = await harness(sampleRepo(), ['config', '--schema'])
    const published = new URL('../docs/harness.config.schema.json', import.meta.url)
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(published, 'utf8')))
  })

  test('DL-01 harness.config.ts counts as well; both at once are refused', async () => {
    const root = sampleRepo()
    git(root, 'rm', '--quiet', 'harness.config.json')
    write(root, {
      'harness.config.ts': `const base: string = 'main'\nexport default { ...${config()}, baseBranch: base }\n`,
    })
    commit(root)
    expect((await harness(root, ['trust'])).code).toBe(0)
    expect(await harnessJson(root, ['config'])).toMatchObject({
      code: 0,
      value: { file: 'harness.config.ts' },
    })
    expect((await harness(root, ['runs'])).code).toBe(0)
    write(root, { 'harness.config.json': config() })
    expect(await harnessJson(root, ['config'])).toMatchObject({
      code: 2,
      value: { error: { code: 'config-ambiguous' } },
    })
  })
})

describe('validate', () => {
  test('DL-02 lists every problem, not only the first, and says what could be better', async () => {
    const root = sampleRepo({
      'script.json': '{"rules": [{"role": "implementer", "rply": "x"}]}',
      [planPath('0002', 'bad')]: planText('0002', { dependsOn: ['0099'], extra: 'risky: yes\n' }),
      [planPath('0003', 'worse')]: planText('0003', { dependsOn: ['0098'] }),
    })
    const { code, value } = await harnessJson(root, ['validate'])
    expect(code).toBe(2)
    expect(value.problems.map(({ area }: { area: string }) => area).sort()).toEqual([
      'graph',
      'plan',
      'script',
    ])
    expect(value.advice.join()).toContain('0001-hello.md: no section "Why Now"')
    write(root, { '.harness/run/state.json': 'half' })
    expect(await harnessJson(root, ['validate'])).toMatchObject({ code: 12 })
  })
})

describe('without a terminal', () => {
  test('QA-21 --version, --help and no arguments at all', async () => {
    const root = temporaryFolder()
    expect(await harness(root, ['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
    expect(await harness(root, ['version'])).toEqual(await harness(root, ['--version']))
    const help = await harness(root, ['--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(await harness(root, [])).toEqual(help)
    expect(await harness(root, ['help'])).toEqual(help)
    expect(await harness(root, ['help', 'run'])).toEqual(await harness(root, ['run', '--help']))
    expect(await harness(root, ['run', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Examples'),
    })
  })

  test('QA-21 every command that looks prints one JSON object, and nothing is coloured', async () => {
    const root = sampleRepo()
    for (const args of [['next'], ['runs'], ['doctor'], ['validate'], ['config'], ['completion', 'bash']]) {
      const { value } = await jsonHere(root, args)
      expect([args[0], typeof value]).toEqual([args[0], 'object'])
      expect((await here(root, args)).stdout).not.toContain('\u001b')
    }
  })

  test('QA-21 completion knows the ids of this moment', async () => {
    const root = sampleRepo()
    expect((await here(root, ['completion', '--ids', 'plan'])).stdout).toBe('0001\n')
    expect((await here(root, ['completion', '--ids', 'run'])).stdout).toBe('')
    expect((await here(root, ['completion', '--ids', 'gate'])).stdout).toBe('')
    expect(await here(temporaryFolder(), ['completion', '--ids', 'run'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  test('whoever stops reading does not make it fail', () => {
    const line = `"${process.execPath}" "${bundle}" config --schema | head -c 1`
    const shown = execFileSync('bash', ['-o', 'pipefail', '-c', line], {
      env: cleanEnvironment,
      encoding: 'utf8',
      cwd: sampleRepo(),
    })
    expect(shown).toBe('{')
  })
})
