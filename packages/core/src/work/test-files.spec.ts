import { describe, expect, it } from 'vitest'
import { bearsOnTests, isTest, isTestSupport } from './test-files.ts'

describe('TR-05 files that decide what checks show', () => {
  it.each([
    'test/a.js',
    'src/a.test.ts',
    'src/a_test.go',
    'tests/test_a.py',
    'src/ATest.java',
    'e2e/login.ts',
    'spec/a_spec.rb',
  ])('%s is a test', (path) => expect([isTest(path), bearsOnTests(path)]).toEqual([true, true]))

  it.each([
    'test/fixtures/a.json',
    'tests/helpers/assert-greet.js',
    'src/__snapshots__/a.snap',
    'src/__mocks__/a.ts',
    'pkg/testdata/golden.txt',
    'src/test-utils.ts',
    'src/testing/render.tsx',
    'src/setupTests.ts',
    'vitest.setup.ts',
    'src/a.spec.ts-snapshots/a.png',
    'src/a.approved.txt',
    'goldens/a.txt',
    'expected/a.out',
    'src/a.ambr',
  ])('%s is what tests stand on', (path) => expect(isTestSupport(path)).toBe(true))

  it.each(
    'package.json packages/a/package.json vitest.config.ts pytest.ini conftest.py .mocharc.json eslint.config.mjs biome.json tsconfig.build.json .npmrc pyproject.toml setup.cfg node_modules/.bin/node .cargo/config.toml Cargo.toml core/Cargo.toml build.rs core/build.rs pom.xml build.gradle build.gradle.kts settings.gradle.kts nx.json project.json turbo.json deno.json deno.jsonc composer.json mix.exs .golangci.yml .golangci.yaml .rubocop.yml phpstan.neon phpunit.xml phpunit.xml.dist .bazelrc BUILD BUILD.bazel Directory.Build.props mise.toml karma.conf.js .stylelintrc .stylelintrc.json .pylintrc ruff.toml tox.ini noxfile.py Makefile justfile Taskfile.yml .mocharc.cjs .mocharc .nycrc .nycrc.json babel.config.js .swcrc .env.test app/.env tsconfig.json vitest.workspace.ts .node-version .nvmrc .python-version .envrc go.work requirements.txt requirements/dev.txt patches/vitest+1.0.0.patch .yarn/patches/jest-npm-29.patch package-lock.json go.mod pnpm-workspace.yaml .github/workflows/ci.yml .github/actions/test/action.yml .gitlab-ci.yml Jenkinsfile .circleci/config.yml'.split(
      ' ',
    ),
  )('%s steers tools', (path) => expect(bearsOnTests(path)).toBe(true))

  it.each([
    'src/sum.js',
    'src/environment.ts',
    'src/project.json.ts',
    'src/Makefile.md',
    'Cargo.lock',
    'patches/react+18.0.0.patch',
    'yarn.lock',
    'README.md',
    'docs/testing.md',
    'src/contest.js',
    'src/latest.ts',
    'specs/api.md',
  ])('%s is the product', (path) => expect([bearsOnTests(path), isTest(path)]).toEqual([false, false]))
})
