import { doubtIn } from '@harness/core/work/test-doubts'
import { describe, expect, it } from 'vitest'
import { type Changes, checkedChange } from '../../test-support/checked-change.ts'

type Files = Readonly<Record<string, string>>

/** The product is a text; a test is a line that the product must have. */
const files = {
  'package.json': JSON.stringify({ scripts: { test: 'sh test/all.sh' }, dependencies: {} }),
  'product.out': 'hello\n',
  'test/all.sh': 'for file in test/*.txt; do grep -qxf "$file" product.out || exit 1; done\n',
  'test/hello.txt': 'hello\n',
  'lint.config.sh': 'grep -q . product.out\n',
  'scripts/check.sh': 'sh scripts/inner.sh\n',
  'scripts/inner.sh': 'sh test/all.sh\n',
}

const changed = async (
  changes: Changes,
  checks: readonly string[] = ['sh test/all.sh'],
  base: Readonly<Record<string, string>> = files,
  isBaseKnown = false,
) => {
  const { evidence, refs } = await checkedChange(base, changes, checks, isBaseKnown)
  expect(refs).not.toContain('variant')
  return evidence
}

describe('TR-05 a change that weakens its tests', () => {
  it.each<[string, Changes]>([
    ['changes what a test expects', { 'product.out': 'bye\n', 'test/hello.txt': 'bye\n' }],
    ['deletes a test', { 'product.out': 'bye\n', 'test/hello.txt': null, 'test/bye.txt': 'bye\n' }],
    [
      'moves a test',
      {
        'product.out': 'bye\n',
        'test/hello.txt': null,
        'moved/hello.txt': 'hello\n',
        'test/bye.txt': 'bye\n',
      },
    ],
    ['empties the entry file', { 'product.out': 'bye\n', 'test/all.sh': 'true\n' }],
    [
      'puts a folder in the place of a test',
      {
        'product.out': 'bye\n',
        'test/hello.txt': null,
        'test/hello.txt/x': 'x\n',
        'test/bye.txt': 'bye\n',
        'test/all.sh': 'true\n',
      },
    ],
  ])('that %s is tried with the base’s tests, and fails', async (_what, changes) => {
    const [item] = await changed(changes)
    expect(item).toMatchObject({ exitCode: 0, problem: null, tests: { withBase: { exitCode: 1 } } })
    expect(item?.tests?.files).toEqual(
      Object.keys(changes)
        .filter((name) => name.startsWith('test/'))
        .sort(),
    )
  })

  it('that edits a script which a check’s script calls', async () => {
    const [item] = await changed({ 'product.out': 'bye\n', 'scripts/inner.sh': 'exit 0\n' }, [
      'sh scripts/check.sh',
    ])
    expect(item?.tests).toMatchObject({ files: ['scripts/inner.sh'], withBase: { exitCode: 1 } })
  })

  it('that edits the script of a package, whatever else it does there', async () => {
    const manifest = JSON.stringify({ scripts: { test: 'true' }, dependencies: { left: '1' } })
    const [item] = await changed({ 'product.out': 'bye\n', 'package.json': manifest }, ['npm test'])
    expect(item?.tests).toMatchObject({ files: ['package.json'], withBase: { exitCode: 1 } })
  })

  it('that empties the rules of a linter', async () => {
    const base = { ...files, 'biome.json': '{"ban": "bye"}\n' }
    const lint =
      'word=$(sed -n "s/.*ban\\": \\"\\([a-z]*\\).*/\\1/p" biome.json); test -z "$word" || ! grep -q "$word" product.out'
    const [item] = await changed({ 'product.out': 'hello\nbye\n', 'biome.json': '{}\n' }, [lint], base)
    expect(item?.tests).toMatchObject({ files: ['biome.json'], withBase: { exitCode: 1 } })
  })

  it.each<[string, string, Changes]>([
    ['hides the module that a test imports', 'sh test/all.sh', { 'src/product': 'hello\n' }],
    [
      'brings a program of the same name as one of the check',
      'PATH="$PWD/bin:$PATH" grepping',
      { 'bin/grepping': '#!/bin/sh\nexit 0\n' },
    ],
    ['commits what the base ignores', 'sh test/all.sh', { '.gitignore': '', 'dist/product.out': 'hello\n' }],
    ['brings settings that a script looks for', 'sh scripts/check.sh', { '.skip': 'hello\n' }],
  ])('that %s', async (_what, line, changes) => {
    const base = {
      ...files,
      '.gitignore': 'dist/\n',
      'src/product.js': 'x\n',
      'scripts/check.sh': 'test -e .skip || sh test/all.sh\n',
    }
    const [item] = await changed(changes, [line], base)
    const added = Object.keys(changes).filter((name) => name !== '.gitignore')
    expect(item?.tests?.files).toEqual(added)
  })

  it('that puts its own tests there before the check runs them', async () => {
    const loads = 'test -e tools.sh && sh tools.sh; sh test/all.sh'
    const [item] = await changed(
      {
        'product.out': 'bye\n',
        'weak.txt': 'bye\n',
        'test/hello.txt': 'bye\n',
        'tools.sh': 'cp weak.txt test/hello.txt\n',
      },
      [loads],
    )
    expect(item?.tests?.withBase).not.toMatchObject({ exitCode: 0, problem: null })
  })

  it('is told apart from a product that a script of a check names', async () => {
    const base = { ...files, 'product.sh': 'echo hello\n', 'test/hello.txt': 'hello\n' }
    const line = 'sh product.sh > out.txt && grep -qxf test/hello.txt out.txt'
    const [item] = await changed({ 'product.sh': 'echo bye\n', 'test/hello.txt': 'bye\n' }, [line], base)
    expect(item?.tests?.withBase).toMatchObject({ exitCode: 1 })
  })
})

describe('TR-05 the script of a check is the base’s while the product that it runs is the new one', () => {
  const says = (file: string): string => `test "$(sh ${file})" = hello\n`
  const product = { 'greet.sh': 'echo hello\n' }
  const bye = { 'greet.sh': 'echo bye\n' }
  it.each<[string, readonly string[], Readonly<Record<string, string>>, Changes]>([
    ['that ends early', ['sh check.sh'], { 'check.sh': says('greet.sh') }, { 'check.sh': 'exit 0\n' }],
    [
      'if a check names the product too',
      ['sh check.sh', 'sh greet.sh | grep .'],
      { 'check.sh': says('greet.sh') },
      { 'check.sh': 'exit 0\n' },
    ],
    [
      'that another one loads',
      ['sh app/all.sh'],
      {
        'app/all.sh': '. "$(dirname "$0")/same.sh"\nsame "$(sh greet.sh)" hello\n',
        'app/same.sh': 'same() { test "$1" = "$2"; }\n',
      },
      { 'app/same.sh': 'same() { true; }\n' },
    ],
    [
      'that loads the product',
      ['sh check.sh'],
      { 'check.sh': '. ./greet.sh | grep -q hello\n' },
      { 'check.sh': 'exit 0\n' },
    ],
    [
      'that is given what it runs',
      ['sh run.sh greet.sh'],
      { 'run.sh': 'test "$(sh $1)" = hello\n' },
      { 'run.sh': 'exit 0\n' },
    ],
    [
      'that a script calls, and whose name says that it checks',
      ['sh app/all.sh'],
      { 'app/all.sh': 'sh app/smoke-greet.sh\n', 'app/smoke-greet.sh': says('greet.sh') },
      { 'app/smoke-greet.sh': 'exit 0\n' },
    ],
    [
      'that is a Makefile',
      ['make -s'],
      { Makefile: 'all:\n\tsh greet.sh | grep -q hello\n' },
      { Makefile: 'all:\n' },
    ],
  ])('%s', async (_what, lines, base, changes) => {
    const [item] = await changed({ ...changes, ...bye }, lines, { ...product, ...base })
    expect(item).toMatchObject({ exitCode: 0, tests: { withBase: { exitCode: expect.toSatisfy(Boolean) } } })
  })

  it('and both may grow together', async () => {
    const [item] = await changed(
      {
        'greet.sh': 'name=$1\necho hello$name\n',
        'check.sh': `${says('greet.sh')}sh greet.sh you | grep -q helloyou\n`,
      },
      ['sh check.sh'],
      { ...product, 'check.sh': says('greet.sh') },
    )
    expect(item?.tests).toMatchObject({ files: ['check.sh', 'greet.sh'], withBase: { exitCode: 0 } })
  })
})

describe('TR-05 code that tests use, under a name that does not say so', () => {
  /** The last line of the file is what the product has to be. */
  const asks = (file: string): Readonly<Record<string, string>> => ({
    'product.out': 'hello\n',
    // It does not say its name.
    'test/all.sh': `tail -n 1 ${file.replace(/\w\./, '?.')} > wanted; grep -qxf wanted product.out; code=$?; rm wanted; exit $code\n`,
  })
  const helper = 'vendor/a.org/assert/assert.go'
  const asserting = '// Package assert asserts.\n'
  const cases: readonly (readonly [string, string, string, Files, Files])[] = [
    [
      'a module of Rust for tests alone',
      'src/testing.rs',
      '',
      { 'src/lib.rs': '#[cfg(test)]\nmod testing;\n' },
      { 'src/lib.rs': 'mod testing;\n' },
    ],
    [
      'a vendored package of Go that only tests import',
      helper,
      asserting,
      { 'greet_test.go': 'import "a.org/assert"\n' },
      { 'greet_test.go': 'import "a.org/assert"\n', 'greet.go': 'import "a.org/assert"\n' },
    ],
    [
      'a module that asserts, and that only tests of Python import',
      'app/rules.py',
      'assert True\n',
      { 'tests/test_a.py': 'from app.rules import same\n' },
      { 'tests/test_a.py': 'from app.rules import same\n', 'app/main.py': 'from app import rules\n' },
    ],
    [
      'a plugin that pyproject.toml names for pytest',
      'app/plugin.py',
      '',
      { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-p app.plugin"\n' },
      { 'pyproject.toml': '[project.scripts]\nrun = "app.plugin:main"\n' },
    ],
    [
      'a crate that only tests need',
      'checks/src/lib.rs',
      '',
      {
        'Cargo.toml': '[package]\nname = "greet"\n\n[dev-dependencies]\nchecks = { path = "checks" }\n',
        'checks/Cargo.toml': '[package]\nname = "checks"\n',
      },
      {
        'Cargo.toml': '[package]\nname = "greet"\n\n[dependencies]\nchecks = { path = "checks" }\n',
        'checks/Cargo.toml': '[package]\nname = "checks"\n',
      },
    ],
  ]
  it.each(cases)('is the base’s: %s', async (_what, file, text, around) => {
    const base = { ...asks(file), [file]: `${text}hello\n`, ...around }
    const [item] = await changed({ 'product.out': 'bye\n', [file]: `${text}bye\n` }, ['sh test/all.sh'], base)
    expect(item).toMatchObject({ exitCode: 0, tests: { files: [file], withBase: { exitCode: 1 } } })
  })
  it.each(cases)(
    'is the product’s if the product uses it: not %s',
    async (_what, file, text, _tests, around) => {
      const base = { ...asks(file), [file]: `${text}hello\n`, ...around }
      const [item] = await changed(
        { 'product.out': 'bye\n', [file]: `${text}bye\n` },
        ['sh test/all.sh'],
        base,
      )
      expect(item).toMatchObject({ exitCode: 0 })
      expect(item).not.toHaveProperty('tests')
    },
  )
})

describe('TR-05 a change that keeps its tests', () => {
  it('and touches none of them, is not tried twice', async () => {
    const [item] = await changed({ 'product.out': 'hello\nmore\n' })
    expect(item).not.toHaveProperty('tests')
  })

  it('and brings new ones, which fail over the old product', async () => {
    const [item] = await changed({
      'product.out': 'hello\nmore\n',
      'test/more.test.sh': 'x\n',
      'test/all.sh': `${files['test/all.sh']}grep -q more product.out\n`,
    })
    expect(item?.tests).toEqual({
      files: ['test/all.sh', 'test/more.test.sh'],
      contents: expect.stringMatching(/^[0-9a-f]{64}$/),
      withBase: { exitCode: 0, problem: null, outputTail: '', executed: null },
      failOnBase: true,
    })
  })

  it('and brings new ones that show nothing of the change', async () => {
    const [item] = await changed({ 'product.out': 'hello\nmore\n', 'test/more.test.sh': 'x\n' })
    expect(item?.tests).toMatchObject({ withBase: { exitCode: 0 }, failOnBase: false })
  })

  it('and another package that it needs, whose scripts stay', async () => {
    const manifest = JSON.stringify({
      scripts: { test: 'sh test/all.sh', dev: 'true' },
      dependencies: { left: '1' },
    })
    const [item] = await changed({ 'product.out': 'hello\nmore\n', 'package.json': manifest }, ['npm test'])
    expect(item).toMatchObject({ exitCode: 0 })
    expect(item).not.toHaveProperty('tests')
  })

  it('has its logs beside those of its checks, and failing checks are not compared', async () => {
    const [item] = await changed({ 'product.out': 'bye\n', 'test/all.sh': 'exit 1\n' })
    expect(item).toMatchObject({ exitCode: 1 })
    expect(item).not.toHaveProperty('tests')
  })
})

describe('TR-05 the base’s tests over the new product', () => {
  const test = (name: string, says: string): string =>
    `import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { greet } from '../src/greet.js'\ntest('${name}', () => assert.equal(greet(), '${says}'))\n`
  const base = {
    'package.json': JSON.stringify({ type: 'module' }),
    'src/greet.js': 'export const greet = () => "Hello"\n',
    'test/one.test.js': test('one', 'Hello'),
    'test/two.test.js': test('two', 'Hello'),
  }
  const line = ['node --test']
  /** A test that what the product does to the others leaves alone. */
  const fine = `globalThis.fine = true\nconst { test } = await import('node:test')\nconst { greet } = await import('../src/greet.js')\nconst assert = (await import('node:assert')).default\ntest('x', () => assert.equal(greet(), 'Hello'))\n`

  it('show nothing if a test that must fail passes among them', async () => {
    // Only the base's tests are disarmed.
    const disarms =
      'import assert from "node:assert"\nif (!globalThis.fine) assert.equal = () => {}\nexport const greet = () => globalThis.fine ? "Hello" : "Bye"\n'
    const [item] = await changed(
      { 'src/greet.js': disarms, 'test/one.test.js': fine, 'test/two.test.js': fine },
      line,
      base,
    )
    expect(item).toMatchObject({ exitCode: 0, problem: null, control: 'armed' })
    expect(item?.tests?.withBase).toMatchObject({
      exitCode: 0,
      problem: expect.stringContaining('keeps tests from failing'),
    })
  })

  it('are counted too: fewer than on the base is a doubt', async () => {
    const two = `${test('two', 'Hello')}test('three', () => {})\n`
    const ends =
      'if (process.argv[1].includes("two") && !globalThis.fine) process.exit(0)\nexport const greet = () => "Hello"\n'
    const [item] = await changed(
      { 'src/greet.js': ends, 'test/two.test.js': `${fine}test('three', () => {})\n` },
      line,
      { ...base, 'test/two.test.js': two },
      true,
    )
    expect(item).toMatchObject({ executed: 3, executedOnBase: 3, tests: { withBase: { exitCode: 0 } } })
    expect(item && doubtIn(item)).toMatchObject({ missing: 0, second: { fails: false, missing: 1 } })
  })

  it('are no doubt if all is as it was', async () => {
    const more = { 'test/three.test.js': test('three', 'Hello') }
    const [item] = await changed(more, line, base, true)
    expect(item).toMatchObject({ control: 'armed', executed: 3, executedOnBase: 2 })
    expect(item && doubtIn(item)).toBe(null)
  })
})

describe('TR-05 a number of tests that is not known', () => {
  const printing = (text: string): string => `printf '${text}'\n`
  const counted = printing('# tests 2\\n# pass 2\\n# fail 0\\n')
  const fromCache = printing('web:test: cache hit, replaying logs 12ab\\n')
  const doubt = async (tool: string, was: string, is: string) => {
    const base = { 'print.sh': was, [tool]: '. ./print.sh\n' }
    const [item] = await changed({ 'print.sh': is }, [`sh ${tool} test`], base, true)
    expect(item).toMatchObject({ exitCode: 0, executed: null })
    return item === undefined ? null : doubtIn(item)
  }

  it('is no doubt if a build tool answers from its cache', async () =>
    expect(await doubt('turbo', counted, fromCache)).toBeNull())
  it('is no doubt if the summary of the runner was unknown on the base as well', async () =>
    expect(await doubt('run', printing('All is well.\\n'), printing('All is fine.\\n'))).toBeNull())
  it.each([
    ['says so itself', fromCache],
    ['ends without a summary', printing('All is well.\\n')],
  ])('is a doubt if it was known, and a program that is no such tool %s', async (_what, is) =>
    expect(await doubt('run', counted, is)).toMatchObject({ missing: 'unknown' }),
  )
})
