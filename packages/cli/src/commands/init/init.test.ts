import { configJsonSchema } from '@harness/formats/config/config-schema'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { parsePlan } from '@harness/formats/documents/plan/parse-plan'
import { parseScriptText } from '@harness/formats/records/script/parse-script'
import { describe, expect, test } from 'vitest'
import { draftFiles } from './draft-files.ts'
import { findWork } from './find-checks.ts'
import { findUi } from './find-ui.ts'
import type { RepoLook } from './repo-look.ts'

const look = (texts: Record<string, string>, names: readonly string[] = []): RepoLook => ({
  names: new Set([...Object.keys(texts), ...names]),
  texts,
  defaultBranch: 'trunk',
})
const packageJson = (value: unknown): Record<string, string> => ({ 'package.json': JSON.stringify(value) })
const commands = (of: RepoLook): readonly string[] =>
  findWork(of).checks.map(({ name, run }) => `${name}: ${run}`)

describe('finding what proves a change', () => {
  test('npm scripts, cheap ones first, with a lock file: npm ci', () => {
    const repo = look(
      packageJson({ scripts: { test: 'vitest', build: 'tsc', lint: 'biome', typecheck: 'tsc' } }),
      ['package-lock.json'],
    )
    expect(commands(repo)).toEqual([
      'lint: npm run lint',
      'types: npm run typecheck',
      'build: npm run build',
      'test: npm run test',
    ])
    expect(findWork(repo).setup).toEqual(['npm ci'])
  })
  test('the test that npm init leaves behind is none', () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' }
    expect(commands(look(packageJson({ scripts })))).toEqual([])
  })
  test.each([
    [['pnpm-lock.yaml'], 'pnpm', 'pnpm install --frozen-lockfile'],
    [['yarn.lock'], 'yarn', 'yarn install --frozen-lockfile'],
    [['yarn.lock', '.yarnrc.yml'], 'yarn', 'yarn install --immutable'],
    [['bun.lock'], 'bun', 'bun install --frozen-lockfile'],
  ])('%s means %s', (names, manager, setup) => {
    const work = findWork(look(packageJson({ scripts: { test: 'x' } }), names))
    expect([work.packageManager, work.setup]).toEqual([manager, [setup]])
  })
  test('without a lock file an install must not leave one in the lane', () => {
    expect(findWork(look(packageJson({ dependencies: { a: '1' } }))).setup).toEqual([
      'npm install --no-package-lock',
    ])
    expect(findWork(look(packageJson({ name: 'x' }))).setup).toEqual([])
  })
  test('Python with uv', () => {
    const repo = look({ 'pyproject.toml': '[dependency-groups]\ndev = ["pytest", "ruff"]' }, ['uv.lock'])
    expect(commands(repo)).toEqual(['lint: uv run ruff check .', 'test: uv run python -m pytest'])
  })
  test('Rust, Go', () => {
    expect(commands(look({ 'Cargo.toml': '' }))).toEqual(['test: cargo test'])
    expect(commands(look({ 'go.mod': '' }))).toEqual(['lint: go vet ./...', 'test: go test ./...'])
  })
  test('a Makefile only adds what nothing else says', () => {
    const repo = look({
      ...packageJson({ scripts: { test: 'x' } }),
      Makefile: 'test:\n\tnpm test\nlint: a b\nX := 1\n',
    })
    expect(commands(repo)).toEqual(['lint: make lint', 'test: npm run test'])
  })
  test('a package.json that is no JSON is passed over', () =>
    expect(commands(look({ 'package.json': '{' }))).toEqual([]))
})

describe('DL-08 finding how a product is looked at', () => {
  const found = (scripts: object, names: readonly string[] = []) => {
    const repo = look(packageJson({ scripts }), names)
    return findUi(repo, findWork(repo).packageManager)
  }
  const url = 'http://localhost:$HARNESS_LANE_PORT'
  test('a server that is known to take its port as an option gets the lane’s own', () => {
    const vite = 'run dev -- --port $HARNESS_LANE_PORT --strictPort'
    expect(found({ dev: 'vite' })).toEqual({ devServer: { command: `npm ${vite}`, url } })
    expect(found({ dev: 'next dev --turbo' }, ['pnpm-lock.yaml'])).toEqual({
      devServer: { command: 'pnpm run dev --port $HARNESS_LANE_PORT', url },
    })
  })
  test('any other is left to the operator', () => {
    expect(found({ dev: 'node server.js', e2e: 'x' })).toEqual({})
    expect(found({ dev: 'vite-node x' })).toEqual({})
    expect(found({ dev: 'vitest' })).toEqual({})
  })
  test('Playwright is run by its script, or by itself', () => {
    const artifactDirs = ['playwright-report', 'test-results']
    expect(found({ 'test:e2e': 'x' }, ['playwright.config.ts'])).toEqual({
      e2e: { command: 'npm run test:e2e', artifactDirs },
    })
    expect(found({}, ['playwright.config.mjs'])).toEqual({
      e2e: { command: 'npx playwright test', artifactDirs },
    })
  })
})

describe('what init would write', () => {
  const repos: readonly (readonly [string, RepoLook])[] = [
    ['an empty repository', look({})],
    ['a node repository', look(packageJson({ scripts: { test: 'x' } }), ['package-lock.json', 'src'])],
    [
      'a web product',
      look(packageJson({ scripts: { dev: 'vite', test: 'x', e2e: 'playwright test' } }), [
        'playwright.config.ts',
      ]),
    ],
    ['a mixed one', look({ Makefile: 'test:\n', 'go.mod': '' }, ['cmd'])],
  ]
  test.each(repos)('DL-01 %s: config, plan and script are all valid', (_, repo) => {
    const files = draftFiles(repo, findWork(repo), configJsonSchema())
    const text = (ending: string) => files.find(({ path }) => path.endsWith(ending))?.text ?? ''
    const config = parseConfigText(text('harness.config.json'), 'harness.config.json')
    expect(config).toMatchObject({ ok: true, value: { baseBranch: 'trunk' } })
    const plan = files.find(({ path }) => path.endsWith('.md'))
    expect(parsePlan(plan?.text ?? '', plan?.path ?? '')).toMatchObject({ ok: true })
    expect(parseScriptText(text('.yaml'), 'harness.script.yaml')).toMatchObject({ ok: true })
  })
  test('where no check is found, one is written that cannot pass', () => {
    const [config] = draftFiles(look({}), findWork(look({})), {})
    expect(JSON.parse(config?.text ?? '').checks[0].run).toMatch(/exit 1$/)
  })
})
