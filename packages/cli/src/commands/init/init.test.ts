import { configJsonSchema } from '@harness/formats/config/config-schema'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { parsePlan } from '@harness/formats/documents/plan/parse-plan'
import { parseScriptText } from '@harness/formats/records/script/parse-script'
import { describe, expect, test } from 'vitest'
import { draftFiles, noWishes } from './draft-files.ts'
import { findUi } from './find-ui.ts'
import { findWork } from './find-work.ts'
import type { RepoLook } from './repo-look.ts'

const look = (texts: Record<string, string>, names: readonly string[] = []): RepoLook => ({
  paths: new Set([...Object.keys(texts), ...names]),
  texts,
  defaultBranch: 'trunk',
  ignoresDocs: false,
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
    expect([work.managers, work.setup]).toEqual([[manager], [setup]])
  })
  test('without a lock file an install must not leave one in the lane', () => {
    expect(findWork(look(packageJson({ dependencies: { a: '1' } }))).setup).toEqual([
      'npm install --no-package-lock',
    ])
    expect(findWork(look(packageJson({ name: 'x' }))).setup).toEqual([])
  })
  test('Python with uv', () => {
    const repo = look({ 'pyproject.toml': '[dependency-groups]\ndev = ["pytest", "ruff"]' }, ['uv.lock'])
    const run = 'uv run --no-sync python -m'
    expect(commands(repo)).toEqual([`lint: ${run} ruff check .`, `test: ${run} pytest`])
    expect(findWork(repo).setup).toEqual(['uv sync --locked'])
  })
  test('Rust, Go', () => {
    expect(commands(look({ 'Cargo.toml': '' }, ['Cargo.lock']))).toEqual([
      'test: CARGO_HOME="$PWD/.harness-cache/cargo" cargo test --offline --locked',
    ])
    const go = 'GOMODCACHE="$PWD/.harness-cache/go" GOPROXY=off go'
    expect(commands(look({ 'go.mod': '' }))).toEqual([`lint: ${go} vet ./...`, `test: ${go} test ./...`])
    expect(commands(look({ 'go.mod': '' }, ['vendor/modules.txt']))).toEqual([
      'lint: go vet ./...',
      'test: go test ./...',
    ])
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
  test.each([
    [
      'package.json',
      '{"name":"b",}',
      '1:13: expected a field name in double quotes, found "}"; remove the comma before it',
    ],
    ['package.json', '', '1:1: expected a value, found the end of the file'],
    ['pyproject.toml', '[project\nname = "a"\n', '1:9: Invalid TOML document: '],
    ['.github/workflows/ci.yml', 'on: push\njobs: {a: [\n', '3:1: Flow '],
  ])('DL-01 init names the place if %s cannot be read: %j', (file, text, why) =>
    expect(findWork(look({ [file]: text })).notes).toEqual([
      expect.stringContaining(`A file cannot be read, so what it says is missing here: ${file}:${why}`),
    ]),
  )
  test('DL-01 manifests one level down are named, if the top has none', () => {
    const below = [
      'backend/pyproject.toml',
      'frontend/package.json',
      'frontend/src/package.json',
      '.x/go.mod',
    ]
    expect(findWork(look({}, below)).notes).toEqual([
      'Only the top of the repository is looked at, and there are manifests below: backend/pyproject.toml, frontend/package.json. A check can change the folder first, such as: cd backend && the command that tests it.',
    ])
    expect(findWork(look({ 'go.mod': '' }, below)).notes).toEqual([])
  })
  test('DL-01 a target of a Makefile is named that may prove more than the checks of its ecosystem', () => {
    const recipes = 'lint:\n\tgolangci-lint run\ntest:\n\tgo test ./...\n'
    const { checks, notes } = findWork(look({ 'go.mod': '', Makefile: recipes }))
    expect(checks.map(({ name }) => name)).toEqual(['lint', 'test'])
    expect(notes).toEqual([
      'make lint may prove more than the checks do: add it if it has to pass before a merge.',
    ])
  })
  test('DL-01 init says nothing of files that can be read, or that another program reads more loosely', () =>
    expect(
      findWork(look({ 'turbo.json': '{ // a comment\n}', 'package.json': '{"name": "a", "name": "b"}' }))
        .notes,
    ).toEqual([]))
})

describe('DL-08 finding how a product is looked at', () => {
  const found = (scripts: object, names: readonly string[] = []) => {
    const repo = look(packageJson({ scripts }), names)
    return findUi(repo)
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
    ['a mixed one', look({ Makefile: 'test:\n', 'go.mod': '' }, ['cmd/a.go'])],
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
  test('DL-46 a program that builds docs/ into a site: plans are elsewhere', () => {
    const repo = look({}, ['docs/conf.py'])
    const files = draftFiles(repo, findWork(repo), {})
    expect(files.map(({ path }) => path)).toEqual([
      'harness.config.json',
      'plans/active/0001-rehearsal.md',
      'harness.script.yaml',
      '.harness/config.schema.json',
    ])
    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({
      planDir: 'plans/active',
      completedDir: 'plans/completed',
      contextDir: 'plans/context',
    })
    expect(files.map(({ text }) => text).join('\n')).not.toContain('docs/rehearsal.md')
  })
  test('a repository that has plans gets no rehearsal if a real agent works on them', () => {
    const repo = look({}, ['docs/exec-plans/active/0007-search.md'])
    const paths = (provider: string | null) =>
      draftFiles(repo, findWork(repo), {}, { ...noWishes, provider }).map(({ path }) => path)
    expect(paths('claude')).toEqual(['harness.config.json', '.harness/config.schema.json'])
    expect(paths(null)).toHaveLength(4)
  })
  test('if no check is found, one is written that cannot pass', () => {
    const [config] = draftFiles(look({}), findWork(look({})), {})
    expect(JSON.parse(config?.text ?? '').checks[0].run).toMatch(/exit 1$/)
  })
})
