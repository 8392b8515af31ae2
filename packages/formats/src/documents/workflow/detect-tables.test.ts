import { describe, expect, it, test } from 'vitest'
import { detectCommands, foldersOf, type SeenFolder } from './detect-tables.ts'

const folder = (path: string, names: readonly string[], texts: Partial<SeenFolder> = {}): SeenFolder => ({
  path,
  names,
  packageJson: null,
  pyproject: null,
  ...texts,
})
const top = (names: readonly string[], texts?: Partial<SeenFolder>) =>
  detectCommands([folder('', names, texts)])
const scripts = (...names: readonly string[]) => ({
  packageJson: JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, `run ${name}`])) }),
})

describe('WF-03 what the files of a project tell', () => {
  test.each([
    [['build.gradle', 'gradlew'], 'java', './gradlew test', './gradlew build'],
    [['build.gradle.kts'], 'java', 'gradle test', 'gradle build'],
    [['pom.xml'], 'java', 'mvn test', 'mvn compile'],
    [['pyproject.toml'], 'python', 'pytest', null],
    [['setup.py'], 'python', 'pytest', null],
    [['App.csproj'], 'csharp', 'dotnet test', 'dotnet build'],
    [['go.mod'], 'go', 'go test ./...', 'go build ./...'],
    [['Cargo.toml'], 'rust', 'cargo test', 'cargo build'],
    [['README.md'], 'unknown', null, null],
    [['package.json', 'pom.xml'], 'java', 'mvn test', 'mvn compile'],
  ])('%j is %s', (names, lang, testCommand, build) => {
    expect(top(names)).toMatchObject({ lang, test: testCommand, build, folder: '' })
  })

  it('a script is run only if it exists, and a reminder is no test', () => {
    const found = top(['package.json'], scripts('test', 'build', 'lint'))
    expect(found).toMatchObject({
      lang: 'typescript',
      test: 'npm test',
      build: 'npm run build',
      lint: 'npm run lint',
    })
    expect(top(['package.json'], scripts())).toMatchObject({
      lang: 'typescript',
      test: null,
      build: null,
      lint: null,
    })
    expect(top(['package.json'], { packageJson: 'broken' }).test).toBeNull()
    const reminder = { packageJson: '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}' }
    expect(top(['package.json'], reminder).test).toBeNull()
  })

  test.each([
    [['.eslintrc.json'], null, 'npx --no-install eslint .'],
    [['.eslintrc'], null, 'npx --no-install eslint .'],
    [['eslint.config.mjs'], null, 'npx --no-install eslint .'],
    [['pyproject.toml'], '[tool.ruff]\nline-length = 100', 'ruff check .'],
    [['pyproject.toml'], '[project]\n  [tool.ruff.lint]', 'ruff check .'],
    [['pyproject.toml'], '# [tool.ruff]\nx = "[tool.ruff]"\n[tool.ruffian]', null],
    [['pyproject.toml'], '[tool.pylint]', 'pylint .'],
    [['.pylintrc'], null, 'pylint .'],
    [['.golangci.yaml'], null, 'golangci-lint run'],
    [['Cargo.toml', '.golangci.yml'], null, 'golangci-lint run'],
    [['Cargo.toml'], null, 'cargo clippy'],
    [['go.mod'], null, null],
  ])('%j with %j is linted by %s', (names, pyproject, lint) => {
    expect(top(names, { pyproject }).lint).toBe(lint)
  })

  test.each([
    [['tsconfig.json', 'mypy.ini'], null, 'npx --no-install tsc --noEmit'],
    [['mypy.ini'], null, 'mypy .'],
    [['pyproject.toml'], '[tool.mypy]\n[tool.pyright]', 'mypy .'],
    [['pyrightconfig.json'], null, 'pyright'],
    [['pyproject.toml'], '[tool.pyright]', 'pyright'],
    [['go.mod', 'App.csproj', 'Cargo.toml'], null, null],
  ])('%j with %j is type-checked by %s', (names, pyproject, typeCheck) => {
    expect(top(names, { pyproject }).typeCheck).toBe(typeCheck)
  })
})

describe('WF-03 in a mixed repository the file nearest the scope wins', () => {
  const root = folder('', ['package.json', 'tsconfig.json'], scripts('test', 'build', 'lint'))

  it('with its commands in its own folder', () => {
    const api = folder('services/my api', ['pyproject.toml'], { pyproject: '[tool.pylint]' })
    expect(detectCommands([folder('services/my api/src', []), api, root], 'services/my api/src')).toEqual({
      lang: 'python',
      folder: 'services/my api',
      test: "cd 'services/my api' && pytest",
      build: null,
      lint: "cd 'services/my api' && pylint src",
      typeCheck: 'npx --no-install tsc --noEmit',
    })
  })

  it('and a folder above helps with what a nearer one of the same kind does not tell', () => {
    const web = folder('web', ['package.json'], scripts('test'))
    expect(detectCommands([web, root], 'web')).toMatchObject({
      folder: 'web',
      test: 'cd web && npm test',
      build: 'npm run build',
      lint: 'npm run lint',
    })
  })

  test.each([
    [null, ['']],
    ['', ['']],
    ['**/*.ts', ['']],
    ['./services/api/**', ['services/api', 'services', '']],
    ['services/*/src', ['services', '']],
    ['web/src/a.ts, api/**', ['web/src/a.ts', 'web/src', 'web', '']],
    ['../out/**', ['']],
    ['/etc/**', ['']],
  ])('the folders of %j are %j', (scope, folders) => {
    expect(foldersOf(scope)).toEqual(folders)
  })
})
