import { describe, expect, it } from 'vitest'
import { bearsOnTests, isTest, isTestSupport, toolSections } from './test-files.ts'

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
  ])('%s is what tests stand on', (path) => expect(isTestSupport(path)).toBe(true))

  it.each(
    'package.json packages/a/package.json vitest.config.ts pytest.ini conftest.py .mocharc.json eslint.config.mjs biome.json tsconfig.build.json .npmrc pyproject.toml setup.cfg node_modules/.bin/node'.split(
      ' ',
    ),
  )('%s steers tools', (path) => expect(bearsOnTests(path)).toBe(true))

  it.each(['src/sum.js', 'README.md', 'docs/testing.md', 'src/contest.js', 'src/latest.ts', 'specs/api.md'])(
    '%s is the product',
    (path) => expect([bearsOnTests(path), isTest(path)]).toEqual([false, false]),
  )

  it('of pyproject.toml only what tools go by', () => {
    const text = (dependency: string, paths: string): string =>
      `[project]\ndependencies = ["${dependency}"]\n\n[tool.poetry.dependencies]\n${dependency} = "1"\n\n[tool.pytest.ini_options]\ntestpaths = ["${paths}"]\n`
    expect(toolSections(text('a', 'tests'))).toBe(toolSections(text('b', 'tests')))
    expect(toolSections(text('a', 'tests'))).not.toBe(toolSections(text('a', 'none')))
  })
})
