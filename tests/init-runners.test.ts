/** What init suggests for trees whose tests a runner of tasks starts, and what it finds in a CI that hides its commands. */
import { configJsonSchema } from '@harness/formats/config/config-schema'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { describe, expect, test } from 'vitest'
import { draftFiles } from '../packages/cli/src/commands/init/draft-files.ts'
import { findWork } from '../packages/cli/src/commands/init/find-work.ts'
import * as ecosystems from './support/repo-shapes/ecosystem-shapes.ts'
import * as runners from './support/repo-shapes/runner-shapes.ts'
import { filesOf, suggested } from './support/repo-shapes/shape.ts'

const { elsewhere, ...called } = runners
const rows = { ...ecosystems }

describe('DL-01 what init finds if', () => {
  test('the CI calls recipes of a justfile: those with no check, and what an alias stands for', () =>
    expect(suggested(runners.justfile)).toMatchObject({
      checks: ['lint: just lint', 'test: cargo test --offline --locked'],
      uncovered: ['just bench'],
    }))
  test('the CI calls tasks of a Taskfile, two in one line', () =>
    expect(suggested(runners.taskfile)).toMatchObject({
      checks: ['lint: task lint', 'test: task test'],
      uncovered: ['task integration'],
    }))
  test('recipes have several lines, each with a folder of its own, and actions are given commands', () =>
    expect(suggested(runners.recipes)).toMatchObject({
      checks: ['test: npm run test'],
      uncovered: ['flake8', 'npx attw'],
    }))
  test('only a justfile tells how the product is tested', () =>
    expect(suggested(runners.justOnly).checks).toEqual(['test: just test']))
  test('the CI tests packages of a workspace: all of them cover one', () =>
    expect(suggested(runners.pnpmFilters)).toMatchObject({
      checks: ['lint: pnpm run lint', 'test: pnpm run test'],
      uncovered: [
        'pnpm -r --parallel run check-types',
        'pnpm --filter=docs run build',
        'pnpm exec size-limit',
      ],
    }))
  test('the CI runs more tasks of turbo than the check does', () =>
    expect(suggested(runners.turbo)).toMatchObject({
      checks: ['test: npx turbo run test'],
      uncovered: [expect.stringContaining('turbo run lint test')],
    }))
  test('Hatch runs scripts: those that come to a check are covered', () =>
    expect(suggested(runners.hatch)).toMatchObject({
      checks: ['test: .venv/bin/python -m pytest'],
      uncovered: ['hatch run lint:check'],
    }))
  test('only Nox knows how the product is tested', () =>
    expect(suggested(runners.nox)).toMatchObject({
      checks: ['test: .venv/bin/python -m nox -s tests --no-install --reuse-existing-virtualenvs'],
      setup: [
        expect.stringMatching(/^python3 -m venv/),
        expect.stringMatching(/pip install .* -e \. nox$/),
        '.venv/bin/python -m nox -s tests --install-only',
      ],
      uncovered: ['pipx run nox -s lint'],
    }))
  test('commands of the CI are values of a matrix, or in folders and actions, and some guard no merge', () =>
    expect(suggested(runners.hidden)).toMatchObject({
      checks: ['lint: npm run lint', 'test: npm run test'],
      uncovered: [
        'npx publint',
        'npm run audit-types',
        'npm run spell',
        'cd web && npm test',
        'cd web/scripts && ./check.sh',
      ],
      notes: [expect.stringContaining('job flags: 2 of mode (plain, strict)')],
    }))
  test('a check runs what the CI runs in a folder: it is covered, also if the folder is an option', () => {
    const { 'package.json': _manifest, ...rest } = runners.hidden
    const scripts = { 'test:web': 'npm --prefix web test', test: 'npm run test:web' }
    const uncovered = suggested({ ...rest, 'package.json': JSON.stringify({ scripts }) }).uncovered
    expect(uncovered).not.toContain('cd web && npm test')
    expect(uncovered).toContain('cd web/scripts && ./check.sh')
  })
  test.each(Object.entries(elsewhere))('the CI is of %s', (_, shape) =>
    expect(suggested(shape)).toMatchObject({ checks: ['test: npm run test'], uncovered: ['npx knip'] }),
  )
  test.each(['Jenkinsfile', '.teamcity/settings.kts'])('the CI is %s, which nobody can read here', (path) =>
    expect(suggested({ ...runners.justOnly, [path]: '' }).notes).toEqual([
      `${path} is not read: what it runs is not known here.`,
    ]),
  )
})

describe('DL-01 what init suggests for', () => {
  const only = { setup: expect.anything(), uncovered: expect.anything(), notes: [] }
  test.each([
    ['deno', ['lint: deno lint', 'format: deno fmt --check', 'test: deno task test'], ['deno install'], []],
    [
      'composerScripts',
      ['lint: composer lint', 'types: composer phpstan', 'test: composer test'],
      ['composer install --no-interaction --no-progress'],
      ['composer cs'],
    ],
    [
      'phpunit',
      ['types: vendor/bin/phpstan analyse --no-progress', 'test: vendor/bin/phpunit'],
      ['composer install --no-interaction --no-progress'],
      ['vendor/bin/psalm'],
    ],
    [
      'rspec',
      ['lint: bundle exec rubocop', 'test: bundle exec rspec'],
      ['bundle install'],
      ['bundle exec steep check'],
    ],
    ['rake', ['test: bundle exec rake test'], ['bundle install'], ['bundle exec rake test:isolated']],
    [
      'dotnet',
      [
        'format: dotnet format Sample.sln --verify-no-changes --no-restore',
        'test: dotnet test Sample.sln --no-restore',
      ],
      ['dotnet restore Sample.sln'],
      [],
    ],
    [
      'elixir',
      ['format: mix format --check-formatted', 'test: mix test'],
      ['mix local.hex --force', 'mix local.rebar --force', 'mix deps.get'],
      ['mix dialyzer'],
    ],
    ['swift', ['test: swift test --disable-sandbox'], ['swift package resolve'], ['swiftlint lint --strict']],
    ['flutter', ['lint: flutter analyze', 'test: flutter test'], ['flutter pub get'], []],
    ['sbt', ['test: sbt test'], [], ['sbt test scalafmtCheckAll']],
    ['haskell', ['test: cabal test all'], [], ['cabal build all']],
    ['zig', ['test: zig build test'], [], ['zig fmt --check .']],
    ['meson', ['test: meson setup build && meson test -C build'], [], []],
    ['bazel', ['test: bazel test //...'], [], []],
    ['bazelBeside', ['lint: go vet ./...', 'test: go test ./...'], ['go mod download'], []],
    [
      'cmake',
      ['test: cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure'],
      [],
      [],
    ],
  ] as const)('%s', (name, checks, setup, uncovered) =>
    expect(suggested(rows[name])).toMatchObject({ ...only, checks, setup, uncovered }),
  )
  test('CMake: with the switches that the CI sets, and no compiler of one machine', () =>
    expect(findWork(filesOf(ecosystems.cmake)).checks[0]?.run).toContain(
      'cmake -S . -B build -DSAMPLE_BUILD_TESTS=ON && ',
    ))
  test.each([ecosystems.swiftWithoutTests, ecosystems.cmakeWithoutTests])(
    'a product without tests: it says so',
    (shape) => expect(suggested(shape).notes).toEqual([expect.stringContaining('None of these checks')]),
  )
  test('caches of package managers are kept in the lane, for set-up and for checks', () => {
    const { checks, setup } = findWork(filesOf(ecosystems.rspec))
    const cache = 'BUNDLE_PATH="$PWD/.harness-cache/ruby" bundle'
    expect(setup.at(-1)).toBe(`${cache} install`)
    expect(checks.map(({ run }) => run)).toEqual([`${cache} exec rubocop`, `${cache} exec rspec`])
  })
})

test.each(Object.entries({ ...called, ...elsewhere, ...ecosystems }))(
  'DL-01 %s: what would be written is valid',
  (_, shape) => {
    const look = { ...filesOf(shape), defaultBranch: 'main', ignoresDocs: false }
    const [config] = draftFiles(look, findWork(look), configJsonSchema())
    expect(parseConfigText(config?.text ?? '', 'harness.config.json')).toMatchObject({ ok: true })
  },
)
