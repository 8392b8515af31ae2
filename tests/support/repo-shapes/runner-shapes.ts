/** Small trees whose tests are started by a runner of tasks, or whose CI hides its commands behind something. */
import { json, type Shape } from './shape.ts'

const workflow = (jobs: string): Shape => ({
  '.github/workflows/ci.yml': `on: [push, pull_request]\njobs:\n${jobs}`,
})

/** The CI calls recipes of a justfile; one of them has a parameter, one goes by another name. */
export const justfile: Shape = {
  'Cargo.toml': '[package]\nname = "sample"\n',
  'Cargo.lock': '',
  justfile: `set shell := ["bash", "-c"]
alias t := test

# what a change has to pass
ci: lint test

[private]
@prepare:
    echo ready

lint: prepare
    cargo clippy --all-targets -- -D warnings

test filter='':
    cargo test {{filter}}

bench:
    cargo bench
`,
  ...workflow('  ci:\n    steps:\n      - run: just lint\n      - run: just t\n      - run: just bench\n'),
}

export const taskfile: Shape = {
  'go.mod': 'module example.com/sample\n',
  'main.go': '',
  'Taskfile.yml': `version: '3'
tasks:
  lint: golangci-lint run
  test:
    deps: [generate]
    cmds:
      - go test -race ./...
  generate: { cmds: [go generate ./...] }
  integration:
    cmds:
      - cmd: go test -tags=integration ./...
`,
  ...workflow('  ci:\n    steps:\n      - run: task lint test\n      - run: task integration\n'),
}

/** Recipes of several lines, in folders, and actions that are given a command. */
export const recipes: Shape = {
  ...json('package.json', { scripts: { test: 'make test' } }),
  Makefile: `test: build
	cd docs && \\
	  npm run spell
	npx knip
`,
  ...workflow(`  ci:
    steps:
      - run: npx knip
      - run: cd docs && npm run spell
      - uses: liskin/gh-problem-matcher-wrap@v2
        with: { linters: flake8, run: flake8 }
      - uses: nick-fields/retry@v3
        with: { command: npx attw, max_attempts: 2 }
`),
}

/** Nothing else tells how it is tested. */
export const justOnly: Shape = { justfile: 'test:\n    ./run-tests.sh\n', 'run-tests.sh': '' }

/** Packages of a workspace, one by one and all at once. */
export const pnpmFilters: Shape = {
  ...json('package.json', {
    private: true,
    packageManager: 'pnpm@10.0.0',
    scripts: { lint: 'eslint .', test: 'pnpm -r run test' },
    devDependencies: { eslint: '9' },
  }),
  'pnpm-lock.yaml': '',
  'pnpm-workspace.yaml': 'packages: [packages/*]\n',
  'packages/core/index.js': '',
  ...workflow(`  ci:
    steps:
      - run: pnpm -r test
      - run: pnpm --filter core test
      - run: pnpm -r --parallel run check-types
      - run: pnpm --filter=docs run build
      - run: pnpm exec size-limit
`),
}

export const turbo: Shape = {
  ...json('package.json', { private: true, workspaces: ['apps/*'], packageManager: 'npm@11.0.0' }),
  'package-lock.json': '{}',
  'turbo.json': '{"tasks": {"test": {}, "lint": {}}}',
  'apps/web/index.js': '',
  ...workflow('  ci:\n    steps:\n      - run: npx turbo run lint test --filter=...[origin/main]\n'),
}

/** Hatch runs scripts by name, and another tool runs the tests. */
export const hatch: Shape = {
  'pyproject.toml': `
[project]
name = "sample"

[tool.hatch.envs.default]
dependencies = ["pytest"]

[tool.hatch.envs.default.scripts]
test = "pytest {args:tests}"

[tool.hatch.envs.lint.scripts]
check = ["ruff check .", "mypy"]
`,
  'src/sample/__init__.py': '',
  'tests/test_sample.py': '',
  ...workflow(
    '  ci:\n    steps:\n      - run: hatch run test\n      - run: hatch run lint:check\n      - run: hatch build\n',
  ),
}

export const nox: Shape = {
  'pyproject.toml': '[project]\nname = "sample"\n',
  'noxfile.py': `import nox

@nox.session(python=["3.11", "3.12"])
def tests(session):
    session.install(".", "-r", "tests/needs.txt")
    session.run("python", "-m", "stestr", "run")

@nox.session
def lint(session):
    session.run("ruff", "check")
`,
  'sample/__init__.py': '',
  'tests/test_sample.py': '',
  ...workflow('  ci:\n    steps:\n      - run: pipx run nox -s tests\n      - run: pipx run nox -s lint\n'),
}

/** The commands are values of a matrix, some of them in folders, and an action of the repository has others. */
export const hidden: Shape = {
  ...json('package.json', {
    scripts: { test: 'node --test', lint: 'eslint .', 'audit-types': 'tsc -p audit', spell: 'cspell .' },
    devDependencies: { eslint: '9' },
  }),
  'package-lock.json': '{}',
  ...json('web/package.json', { scripts: { test: 'vitest run' } }),
  'web/scripts/check.sh': '',
  '.github/actions/verify/action.yml': `
runs:
  using: composite
  steps:
    - run: npx publint
      shell: bash
`,
  ...workflow(`  all:
    strategy:
      matrix:
        task: [lint, test, audit-types]
        node: [20, 22]
        include:
          - { task: spell }
    steps:
      - run: npm run \${{ matrix.task }}
      - run: npm run lint \${{ matrix.missing }}
  web:
    defaults: { run: { working-directory: ./web } }
    steps:
      - uses: ./.github/actions/verify
      - run: npm ci
      - run: npm test
      - run: |
          cd scripts
          ./check.sh
  flags:
    strategy:
      matrix:
        mode: [plain, strict]
        os: [ubuntu-latest, macos-latest]
    env: { MODE: "\${{ matrix.mode }}", RUNNER: "\${{ matrix.os }}" }
    steps:
      - run: npm test
`),
  '.github/workflows/nightly.yml':
    'on: { schedule: [{ cron: "0 0 * * *" }] }\njobs:\n  n:\n    steps:\n      - run: npx nightly-check\n',
  '.github/workflows/publish.yml':
    'on: { push: { tags: ["v*"] } }\njobs:\n  n:\n    steps:\n      - run: npx tag-check\n',
}

const otherCi = (path: string, text: string): Shape => ({
  ...json('package.json', { scripts: { test: 'node --test' } }),
  [path]: text,
})

/** The same gap, in the files of other CIs. */
export const elsewhere: Readonly<Record<string, Shape>> = {
  GitLab: otherCi(
    '.gitlab-ci.yml',
    'default:\n  before_script: [npm ci]\nunit:\n  script:\n    - npm test\n    - npx knip\n',
  ),
  CircleCI: otherCi(
    '.circleci/config.yml',
    'jobs:\n  unit:\n    steps:\n      - checkout\n      - run: npm test\n      - run: { name: Unused, command: npx knip }\n',
  ),
  Travis: otherCi('.travis.yml', 'language: node_js\nscript:\n  - npm test\n  - npx knip\n'),
  Azure: otherCi(
    'azure-pipelines.yml',
    'jobs:\n  - job: unit\n    steps:\n      - script: npm test\n      - bash: npx knip\n',
  ),
  Cirrus: otherCi('.cirrus.yml', 'unit_task:\n  test_script: npm test\n  unused_script: [npx knip]\n'),
  Buildkite: otherCi(
    '.buildkite/pipeline.yml',
    'steps:\n  - label: unit\n    commands: [npm test, npx knip]\n',
  ),
  Bitbucket: otherCi(
    'bitbucket-pipelines.yml',
    'pipelines:\n  default:\n    - step:\n        script:\n          - npm test\n          - npx knip\n',
  ),
}
