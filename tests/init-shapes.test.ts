/** What init suggests for trees that are shaped like well-known products. */
import { configJsonSchema } from '@harness/formats/config/config-schema'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { describe, expect, test } from 'vitest'
import { draftFiles } from '../packages/cli/src/commands/init/draft-files.ts'
import { docsBuilder } from '../packages/cli/src/commands/init/evidence/docs-builder.ts'
import { findWork } from '../packages/cli/src/commands/init/find-work.ts'
import { surroundings } from '../packages/cli/src/commands/init/surroundings.ts'
import * as native from './support/repo-shapes/native-shapes.ts'
import * as node from './support/repo-shapes/node-shapes.ts'
import * as python from './support/repo-shapes/python-shapes.ts'
import { filesOf, type Shape, suggested } from './support/repo-shapes/shape.ts'

const shapes = { ...node, ...python, ...native }
describe('DL-01 what only the repository knows of its CI', () => {
  const commands = ['./scripts/ci.sh', 'docker compose run --rm app pytest', 'bash -eu ci/test.sh']
  const more = ['node scripts/check-api.mjs', 'LEVEL=1 python scripts/check.py', 'composer test']
  const none = [
    'bash ci/install.sh',
    'docker run -d postgres',
    'composer install',
    'bash unknown.sh',
    'echo ok',
  ]
  const files = ['scripts/ci.sh', 'ci/test.sh', 'ci/install.sh', 'scripts/check-api.mjs', 'scripts/check.py']
  const shape = (scripts: Readonly<Record<string, string>>): Shape => ({
    'package.json': JSON.stringify({ scripts }),
    '.github/workflows/ci.yml': JSON.stringify({
      jobs: { all: { steps: [...commands, ...more, ...none].map((run) => ({ run })) } },
    }),
    ...Object.fromEntries(files.map((path) => [path, ''])),
  })
  test('is covered by no check: programs of the repository, containers, scripts of Composer', () =>
    expect(suggested(shape({ test: 'node --test' })).uncovered).toEqual([...commands, ...more]))
  test('is covered if a script that is a check runs the same program', () =>
    expect(suggested(shape({ test: 'sh scripts/ci.sh && node scripts/check-api.mjs' })).uncovered).toEqual(
      [...commands, ...more].filter((run) => !/ci\.sh|check-api/.test(run)),
    ))
})

describe('DL-01 what init suggests for a tree shaped like', () => {
  test('express: scripts, no lock file, and a CI script that only measures coverage around the tests', () =>
    expect(suggested(node.express)).toMatchObject({
      checks: ['lint: npm run lint', 'test: npm run test'],
      setup: ['npm install --no-package-lock'],
      uncovered: [],
      appPaths: ['lib'],
    }))
  test('execa: a test script that only calls others counts as those', () =>
    expect(suggested(node.execa)).toMatchObject({
      checks: ['lint: npm run lint', 'types: npm run type', 'unit: npm run unit'],
      uncovered: ['uses: lycheeverse/lychee-action@v1'],
    }))
  test('changesets: types:check, a format that only looks, and knip in the CI', () =>
    expect(suggested(node.changesets)).toMatchObject({
      managers: ['yarn'],
      checks: [
        'lint: yarn run lint',
        'format: yarn run format',
        'types: yarn run types:check',
        'build: yarn run build',
        'test: yarn run test',
      ],
      setup: ['yarn install --frozen-lockfile'],
      uncovered: ['yarn knip'],
      appPaths: ['packages', 'scripts'],
    }))
  test('vite: the tests need the build, as the CI says', () =>
    expect(suggested(node.vite)).toMatchObject({
      checks: [
        'lint: pnpm run lint',
        'test: pnpm run build && pnpm run typecheck && pnpm run test-unit && pnpm run test-serve && pnpm run test-build',
      ],
      setup: ['pnpm install --frozen-lockfile'],
      uncovered: ['pnpm prettier --cache --check .', 'pnpm run test-docs'],
      appPaths: ['packages', 'playground'],
      notes: ['The script format of package.json changes files, so it is no check.'],
    }))
  test('babel: scripts that call make, and targets that only the CI runs', () =>
    expect(suggested(node.babel)).toMatchObject({
      checks: ['lint: yarn run lint', 'build: yarn run build', 'test: yarn run test'],
      setup: ['yarn install --immutable'],
      uncovered: ['make -j tscheck', 'make -j lint-ci'],
    }))
  test('click: uv with groups, mypy without a dot, tox that comes to pytest', () =>
    expect(suggested(python.click)).toMatchObject({
      managers: ['uv'],
      checks: [
        'lint: uv run --no-sync python -m ruff check .',
        expect.stringMatching(/^pre-commit: .*pre-commit run --all-files/),
        'types: uv run --no-sync python -m mypy',
        'test: uv run --no-sync python -m pytest',
      ],
      setup: ['uv sync --locked'],
      uncovered: ['uv run --locked tox run -e typing'],
    }))
  test('django: both ecosystems, and a runner of its own', () =>
    expect(suggested(python.django)).toMatchObject({
      managers: ['npm', 'pip'],
      checks: [
        expect.stringMatching(/^pre-commit: /),
        'test:node: npm run test',
        'test:python: .venv/bin/python tests/runtests.py',
      ],
      setup: [
        'npm install --no-package-lock',
        expect.stringMatching(/^python3 -m venv \.venv/),
        expect.stringMatching(/pip install .* -e \. -r tests\/requirements\/py3\.txt$/),
      ],
      uncovered: [],
      appPaths: ['sample'],
    }))
  test('pre-commit-hooks: setup.cfg and tox alone, and a workflow that cannot be read', () =>
    expect(suggested(python.preCommitHooks)).toMatchObject({
      checks: [expect.stringMatching(/^pre-commit: /), 'test: .venv/bin/python -m pytest tests'],
      setup: [
        expect.stringMatching(/^python3 -m venv \.venv/),
        expect.stringMatching(/pip install .* -e \. -r requirements-dev\.txt$/),
      ],
      notes: [expect.stringContaining('asottile/workflows')],
    }))
  test('ripgrep: a workspace, formatted, with the CI in variables', () =>
    expect(suggested(native.ripgrep)).toMatchObject({
      checks: ['format: cargo fmt --all --check', 'test: cargo test --workspace --offline --locked'],
      uncovered: ['cargo doc --no-deps --document-private-items --workspace'],
      appPaths: ['crates'],
    }))
  test('egui: the features that the CI tests with', () =>
    expect(suggested(native.egui)).toMatchObject({
      checks: [
        'lint: cargo clippy --workspace --offline --locked --all-targets --all-features -- -D warnings',
        'format: cargo fmt --all --check',
        'test: cargo test --workspace --offline --locked --all-features',
      ],
      uncovered: [
        'cargo check --locked --no-default-features --lib --all-targets -p egui_demo_app',
        'cargo test -p egui --no-default-features',
      ],
    }))
  test('gin: the target of the Makefile that the CI runs, and a linter that an action runs', () =>
    expect(suggested(native.gin)).toMatchObject({
      checks: ['lint: go vet ./...', 'format: make fmt-check', 'test: make test'],
      setup: ['go mod download'],
      uncovered: ['golangci-lint run'],
      notes: [expect.stringContaining('3 of test-tags (none, -tags nomsgpack, -race)')],
    }))
  test('kubernetes: one go test for each module of go.work, from vendored modules', () =>
    expect(suggested(native.kubernetes)).toMatchObject({
      checks: [
        'lint: go vet ./...',
        'test: go test ./...',
        'test staging/src/k8s.example/api: go test ./staging/src/k8s.example/api/...',
        'test staging/src/k8s.example/apimachinery: go test ./staging/src/k8s.example/apimachinery/...',
      ],
      setup: [],
      appPaths: ['cmd', 'pkg', 'staging'],
    }))
  test('gson: Maven, and goals and a profile that only the CI runs', () =>
    expect(suggested(native.gson)).toMatchObject({
      checks: ['test: mvn -q -B verify'],
      uncovered: [
        expect.stringContaining('verify javadoc:jar'),
        expect.stringContaining('--activate-profiles native-image-test'),
      ],
    }))
  test('jq: autotools, with the options of the CI and the submodule', () =>
    expect(suggested(native.jq)).toMatchObject({
      checks: ['test: make check'],
      setup: [
        'git submodule update --init --recursive',
        'autoreconf -i',
        './configure --with-oniguruma=builtin',
        'make',
      ],
      uncovered: [],
    }))
  test('Gradle in Kotlin: its wrapper, the projects that it includes, and what the CI does beyond check', () =>
    expect(suggested(native.gradleKotlin)).toMatchObject({
      managers: ['gradle'],
      checks: ['test: ./gradlew --no-daemon check'],
      setup: ['./gradlew --no-daemon dependencies'],
      uncovered: ['./gradlew --scan build javadoc'],
      appPaths: ['sample-api', 'sample-engine'],
    }))
  test('Gradle in Groovy, without a wrapper', () =>
    expect(suggested(native.gradleGroovy)).toMatchObject({
      checks: ['test: gradle --no-daemon check'],
      setup: ['gradle --no-daemon dependencies'],
      appPaths: ['client', 'server'],
    }))
  test('Maven with its wrapper, and modules', () =>
    expect(suggested(native.mavenWrapper)).toMatchObject({
      checks: ['test: ./mvnw -q -B verify'],
      setup: ['./mvnw -q -B dependency:go-offline'],
      uncovered: [],
      appPaths: ['core', 'web'],
    }))
  test('unittest: as the CI calls it, without what the line does afterwards', () =>
    expect(suggested(python.unittest)).toMatchObject({
      checks: ['test: .venv/bin/python -m unittest discover -s tests -v'],
      setup: [
        expect.stringMatching(/^python3 -m venv \.venv/),
        expect.stringMatching(/pip install .* -e \.$/),
      ],
      uncovered: [],
      appPaths: ['sample'],
    }))
  test('tox whose runner only tox knows: tox itself, with environments that are made beforehand', () =>
    expect(suggested(python.toxRunner)).toMatchObject({
      checks: ['test: .venv/bin/python -m tox run --skip-pkg-install'],
      setup: [
        expect.stringMatching(/^python3 -m venv \.venv/),
        expect.stringMatching(/pip install .* -e \. -r test-requirements\.txt tox$/),
        '.venv/bin/python -m tox run --notest',
      ],
    }))
  test('mypy with a dot, since its settings name no files', () =>
    expect(suggested(python.mkdocs)).toMatchObject({
      checks: ['types: .venv/bin/python -m mypy .', 'test: .venv/bin/python -m pytest'],
      setup: [
        expect.stringMatching(/^python3 -m venv \.venv/),
        expect.stringMatching(/pip install .* -e '\.\[dev\]'$/),
      ],
    }))
  test('workspaces of npm: the tests of all packages', () =>
    expect(suggested(node.npmWorkspaces)).toMatchObject({
      managers: ['npm'],
      checks: ['test: npm run test --workspaces --if-present'],
      setup: ['npm ci'],
      appPaths: ['packages', 'tools'],
    }))
  test('workspaces of the first yarn, which has no foreach', () =>
    expect(suggested(node.yarnWorkspaces)).toMatchObject({
      checks: ['test: yarn workspaces run test'],
      setup: ['yarn install --frozen-lockfile'],
      appPaths: ['packages'],
    }))
  test('bun: its scripts, and its lock file', () => {
    expect(suggested(node.bun)).toMatchObject({
      managers: ['bun'],
      checks: ['lint: bun run lint', 'build: bun run build', 'test: bun run test'],
      setup: ['bun install --frozen-lockfile'],
      uncovered: [],
      appPaths: ['src'],
    })
    const { 'bun.lock': _lock, ...without } = node.bun
    const declared = {
      ...without,
      'package.json': '{"packageManager": "bun@1.3.0", "scripts": {"test": "bun test"}}',
    }
    expect(suggested(declared).setup).toEqual(['bun install --no-save'])
  })
})

test.each(Object.entries(shapes))('DL-01 %s: what would be written is valid', (_, shape) => {
  const look = { ...filesOf(shape), defaultBranch: 'main', ignoresDocs: false }
  const [config] = draftFiles(look, findWork(look), configJsonSchema())
  expect(parseConfigText(config?.text ?? '', 'harness.config.json')).toMatchObject({ ok: true })
})

describe('DL-46 what is said before the first run', () => {
  const said = (shape: Shape, more: Partial<Parameters<typeof surroundings>[1]> = {}) => {
    const files = filesOf(shape)
    const machine = { node: '20.19.0', hooks: [], setup: findWork(files).setup, ...more }
    return surroundings(files, machine).map(({ id }) => id)
  }
  test('hooks of managers and of the clone', () => {
    expect(said(node.babel)).toEqual(['hooks'])
    expect(said(node.vite)).toEqual(['hooks'])
    expect(said(node.express, { hooks: ['pre-push'] })).toEqual(['hooks'])
    expect(said(node.express)).toEqual([])
  })
  test('LFS, submodules, and another Node', () => {
    expect(said(native.egui)).toEqual(['lfs'])
    expect(said(native.jq)).toEqual(['submodules'])
    expect(said(node.execa, { node: '20.4.0' })).toEqual(['engines'])
  })
  test('a site that is built from docs/', () =>
    expect(
      Object.entries(shapes).flatMap(([name, shape]) => (docsBuilder(filesOf(shape)) === null ? [] : [name])),
    ).toEqual(['vite', 'npmWorkspaces', 'click', 'django', 'mkdocs']))
  test.each([
    ['MkDocs', python.mkdocs],
    ['Docusaurus', node.npmWorkspaces],
  ])('%s builds docs/, so plans are elsewhere', (builder, shape) => {
    const look = { ...filesOf(shape), defaultBranch: 'main', ignoresDocs: false }
    expect(docsBuilder(look)).toBe(builder)
    const files = draftFiles(look, findWork(look), {})
    expect(files.map(({ path }) => path)).toContain('plans/active/0001-rehearsal.md')
    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({
      planDir: 'plans/active',
      completedDir: 'plans/completed',
    })
  })
})
