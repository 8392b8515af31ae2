/** The package as its users get it: packed, installed into an empty prefix without a network, and at work there. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { claudePackage } from '../packages/agent-runner/src/providers/claude/claude-sdk.ts'
import { codexPackage } from '../packages/agent-runner/src/providers/codex/codex-sdk.ts'
import { installFiles, wholeInstallation } from '../packages/agent-runner/src/test-support/installed-files.ts'
import { cleanEnvironment } from './support/harness.ts'
import { git, newRepo, temporaryFolder, write } from './support/sample-repo.ts'

const clone = fileURLToPath(new URL('..', import.meta.url))
/** Nothing listens there. */
const registry = 'http://127.0.0.1:9/'
const offline = ['--registry', registry, '--fetch-retries', '0', '--no-update-notifier']

const made = { tarball: '', prefix: '', home: '', listed: [] as readonly string[] }
const { LC_ALL = '', PATH = '' } = cleanEnvironment
const environment = () => ({
  LC_ALL,
  PATH: `${join(made.prefix, 'bin')}:${PATH}`,
  HOME: made.home,
  HARNESS_TRUST: '1',
})

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', [...args, ...offline], {
    cwd,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** By its name, as an operator types it. */
function installed(cwd: string, ...args: readonly string[]): string {
  return execFileSync('harness', args, { cwd, env: environment(), encoding: 'utf8', stdio: 'pipe' })
}

beforeAll(() => {
  const folder = temporaryFolder()
  made.prefix = join(folder, 'prefix')
  made.home = join(folder, 'home')
  mkdirSync(made.home)
  const [install = ''] = blocksOf('sh install')
  const [pack = '', add = ''] = install.trim().split('\n')
  npm(clone, ...argsOf(pack), '--pack-destination', folder)
  made.tarball = join(folder, 'harness-cli-0.1.0.tgz')
  npm(folder, ...argsOf(add), '--offline', '--prefix', made.prefix)
  made.listed = readdirSync(join(made.prefix, 'lib/node_modules/harness-cli'), { recursive: true }).map(
    String,
  )
})

/** Of the page of the first hour. */
const blocksOf = (kind: string): readonly string[] =>
  readFileSync(join(clone, 'docs/first-hour.md'), 'utf8')
    .split(/^```/m)
    .filter((_, index) => index % 2 === 1)
    .filter((block) => block.startsWith(`${kind}\n`))
    .map((block) => block.slice(kind.length + 1))

const argsOf = (line: string): readonly string[] => line.split(' ').slice(1)

describe('QA-20 the package harness-cli', () => {
  test('has the program and what it reads, README and LICENSE, and no source or test', () => {
    for (const path of [
      'README.md',
      'LICENSE',
      'dist/harness.cjs',
      'dist/roles/reviewer.md',
      'docs/gates.md',
    ])
      expect(made.listed).toContain(path)
    expect(made.listed.filter((path) => /^(packages|tests|tooling)\/|in-process/.test(path))).toEqual([])
    const folder = join(made.prefix, 'lib/node_modules/harness-cli')
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies).sort()).toEqual([...manifest.bundleDependencies].sort())
    for (const name of manifest.bundleDependencies)
      expect(existsSync(join(folder, 'node_modules', name, 'package.json'))).toBe(true)
    expect(existsSync(join(folder, '../@harness'))).toBe(false)
  })

  test('has every page and example to which its README and docs link', () => {
    const folder = join(made.prefix, 'lib/node_modules/harness-cli')
    const pages = made.listed.filter(
      (path) => path === 'README.md' || /^docs\/(errors\/)?[^/]+\.md$/.test(path),
    )
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^https?:/.test(target) && !existsSync(join(folder, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(pages.length).toBeGreaterThan(20)
    expect(broken).toEqual([])
  })

  test('QA-03 an error names its page in the docs of the package, once', () => {
    const { stderr } = shown(['harness', 'no-such-command'])
    const page = /^more: {2}(.*)$/m.exec(stderr)?.[1] ?? ''
    expect(page).toBe(join(realpathSync(made.prefix), 'lib/node_modules/harness-cli/docs/errors/usage.md'))
    expect(readFileSync(page, 'utf8')).toMatch(/^# usage\n/)
    expect(made.listed.filter((path) => path.endsWith('errors/usage.md'))).toEqual(['docs/errors/usage.md'])
  })

  test('can be published as it is', () => {
    const args = ['publish', '--dry-run', '--ignore-scripts', '--json', made.tarball]
    const token = `--${registry.replace('http:', '')}:_authToken=none`
    const { stdout, stderr } = shown(['npm', ...args, ...offline, token])
    expect(JSON.stringify(JSON.parse(stdout))).toContain('harness-cli@0.1.0')
    expect(stderr).not.toMatch(/warn|error/i)
  })

  test('QA-20 every command of the page of the first hour works, one after the other, without a network', () => {
    const folder = temporaryFolder()
    const { HARNESS_TRUST: _, ...env } = environment()
    const walk = `set -e\n${blocksOf('sh')
      .filter((block) => block !== 'harness demo\n')
      .join('\n')}`
    const said = execFileSync('bash', ['-c', walk], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
    expect(said).toContain('done: Plan 0001 is merged into main')
    expect(said).toContain('done: Plan 0002 is merged into main')
    expect(said).toContain('cost nothing')
    const greeter = join(folder, 'greeter')
    expect(readFileSync(join(greeter, 'greet.js'), 'utf8')).toMatch(/Hello, \$\{name\}!/)
    expect(readdirSync(join(greeter, 'docs/exec-plans/completed')).sort()).toEqual([
      '0001-rehearsal.md',
      '0002-greet-by-name.md',
    ])
  })

  test('runs the demo without a network, and names itself harness in what it prints', () => {
    const said = installed(made.home, 'demo')
    const folder = /A sample product in (\S+)/.exec(said)?.[1] ?? ''
    try {
      expect(said).toContain('Its acceptance test fails.')
      expect(said).toContain('The acceptance test passes now.')
      expect(git(folder, 'log', '--merges', '--format=%s', 'main').split('\n')).toEqual([
        'Merge plan 0003: Print the receipt',
        'Merge plan 0002: Total with tax',
        'Merge plan 0001: Parse lines from the till',
      ])
      expect(said).toContain(`  harness --repo ${folder} show 0002\n`)
      expect(said).not.toContain('harness.cjs')
      expect(installed(made.home, '--repo', folder, 'show', '0002')).toContain('0002 Total with tax')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('AG-02 the SDKs of agents are found', () => {
  const found = (cwd: string, env: Readonly<Record<string, string>> = {}, program = 'harness') =>
    JSON.parse(
      execFileSync(program, ['agents', '--json'], {
        cwd,
        env: { ...environment(), ...env },
        encoding: 'utf8',
      }),
    ).agents.map(({ folder }: { folder: string | null }) => folder)

  test('nowhere at first; what is printed next installs them', () => {
    expect(found(made.home)).toEqual([null, null])
    expect(installed(made.home, 'agents')).toContain('next: harness agents install claude\n')
  })

  test('in the data folder of the user, where harness agents install has npm put them', () => {
    const data = join(temporaryFolder(), 'data')
    const bin = temporaryFolder()
    // Does what npm does with the arguments that the harness gives it.
    write(bin, {
      npm: `#!/bin/sh\nprintf '%s\\n' "$@" > "${bin}/asked"\ncd "$3" && mkdir -p node_modules/${claudePackage.name} && echo '{"version":"9.9.9"}' > node_modules/${claudePackage.name}/package.json\n`,
    })
    execFileSync('chmod', ['+x', join(bin, 'npm')])
    const env = { HARNESS_DATA_DIR: data, PATH: `${bin}:${environment().PATH}` }
    execFileSync('harness', ['agents', 'install', 'claude'], {
      env: { ...environment(), ...env },
      stdio: 'pipe',
    })
    expect(readFileSync(join(bin, 'asked'), 'utf8')).toContain(
      `\n--ignore-scripts\n--no-audit\n--no-fund\n--include=optional\n${claudePackage.name}@${claudePackage.version}\n`,
    )
    expect(found(made.home, env)).toEqual([join(data, 'agents/node_modules', claudePackage.name), null])
  })

  test('installed globally, beside the program', () => {
    const folder = join(made.prefix, 'lib')
    installFiles(folder, wholeInstallation(codexPackage))
    expect(found(made.home)).toEqual([null, realpathSync(join(folder, 'node_modules', codexPackage.name))])
    rmSync(join(folder, 'node_modules/@openai'), { recursive: true })
  })

  test('in a project that has the program among its packages', () => {
    const project = temporaryFolder()
    write(project, { 'package.json': '{"name": "project", "private": true}' })
    npm(project, 'install', '--offline', '--no-save', made.tarball)
    installFiles(project, wholeInstallation(claudePackage))
    expect(found(project, {}, join(project, 'node_modules/.bin/harness'))).toEqual([
      join(realpathSync(project), 'node_modules', claudePackage.name),
      null,
    ])
  })
})

test('WF-01 harness.config.ts gets definePlaybook from the package, with its types', () => {
  const root = newRepo()
  write(root, {
    'package.json': '{"name": "product", "private": true}',
    '.gitignore': 'node_modules\n',
    'script.json': '{"rules": [{"role": "editor", "reply": "Done."}]}',
    'harness.config.ts': `import { definePlaybook, done } from 'harness-cli'
const wave = definePlaybook({
  name: 'wave',
  version: 1,
  description: 'say that it was here',
  initialState: () => ({}),
  decide: () => done('Hello.'),
  evolve: (state) => state,
  report: () => ({ title: 'Wave', phase: 'wave' }),
})
export default { checks: [{ name: 'ok', run: 'true' }], agent: { script: 'script.json' }, playbooks: [wave] }
`,
  })
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '-m', 'Bring a playbook')
  expect(installed(root, 'wave')).toContain('Hello.')

  npm(root, 'install', '--offline', '--no-save', made.tarball)
  const tsc = join(clone, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig']
  writeFileSync(
    join(root, 'wrong.ts'),
    "import { definePlaybook } from 'harness-cli'\ndefinePlaybook({ name: 7 })\n",
  )
  const { stdout } = shown([process.execPath, tsc, ...options, 'harness.config.ts', 'wrong.ts'], root)
  expect(stdout).toContain("Type 'number' is not assignable to type 'string'")
  expect(stdout.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('wrong.ts'))).toEqual([])
})

/** What a program prints, however it ends. */
function shown(
  [file = '', ...args]: readonly string[],
  cwd = made.home,
): Record<'stdout' | 'stderr', string> {
  const line = `"$@" 2>"${join(made.home, 'stderr')}" || true`
  const stdout = execFileSync('sh', ['-c', line, 'sh', file, ...args], {
    cwd,
    env: environment(),
    encoding: 'utf8',
  })
  return { stdout, stderr: readFileSync(join(made.home, 'stderr'), 'utf8') }
}
