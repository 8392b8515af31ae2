import { describe, expect, it } from 'vitest'
import { unsafeEdits } from './only-adds.ts'

const clean = { lost: [], doubtful: [] }
const all = `const { sum } = require('../src/sum.js')
const names = [
  'a',
  'b',
]
for (const name of names) require(name)
describe('sum', () => {
  test('adds', () => {
    assert.equal(sum(1, 2), 3)
  })
})
`
const edit = (from: string, to: string): string => {
  expect(all).toContain(from)
  return all.replace(from, () => to)
}
const more = (text: string): string => `${text}\n${all}`

describe('TR-05 an entry test may gain', () => {
  it.each<[what: string, after: string]>([
    ['nothing', all],
    [
      'a test at its end',
      `${all}\ntest('more', async () => {\n  const got = await sum(2, 2)\n  assert.equal(got, 4)\n})\n`,
    ],
    ['a test with semicolons', `${all}it('more', function () { return sum(1, 1); });\n`],
    [
      'a test in a describe',
      edit('  })\n})', "  })\n\n  test('more', () => {\n    assert.equal(sum(2, 2), 4)\n  })\n})"),
    ],
    ['a test before the others', edit("  test('adds'", "  test('more', () => {\n  })\n  test('adds'")],
    ['a describe with tests', `${all}describe('more', () => {\n  it('is', () => {})\n})\n`],
    ['a table of tests', `${all}test.each([[1, 2]])('%i', (n, m) => {\n  expect(n).toBe(m)\n})\n`],
    ['an assertion', edit('3)\n', '3)\n    assert.equal(sum(2, 2), 4)\n')],
    ['a require', more("require('./b.js')")],
    [
      'imports',
      more(
        "import './b.js'\nimport { c, type D } from './c.js';\nimport * as e from \"e\"\nconst { f } = require('f')",
      ),
    ],
    [
      'a helper with a new name',
      more('const makeOne = (n) => {\n  return n + 1\n}\nfunction helper(a) {\n  return a\n}'),
    ],
    ['a value with type arguments', more('const made: Map<string, number> = new Map<string, number>()')],
    [
      'words that look like others',
      `${all}test('more', () => {\n  assert.ok(globalSetup({ global: 1 }).exit())\n})\n`,
    ],
    ['letters beyond the first plane', `${all}test('\u{1f600}', () => {\n  sum('\u{1f600}')\n})\n`],
    ['a long value', more('const long =\n  first ??\n  other\n    .map((x) => x)')],
    ['an item of a list', edit("  'b',\n", "  'b',\n  'c',\n")],
    ['a pattern with quotes', `${all}test('more', () => {\n  assert.match(sum(1), /["'\`]\\/[/]/)\n})\n`],
    ['comments', `// All tests.\n/* Here\n * they are */\n${all}`],
  ])('%s', (_, after) => expect(unsafeEdits(all, after, 'test/all.js')).toEqual(clean))

  it('a name in an import of many lines', () => {
    const text = "import {\n  a,\n  b,\n} from './c.js'\n"
    expect(unsafeEdits(text, text.replace('  b,\n', '  b,\n  more,\n'), 'a.test.ts')).toEqual(clean)
  })
})

describe('TR-05 an entry test must not gain', () => {
  it.each<[what: string, after: string]>([
    ['a return', more('return')],
    ['a return behind a declaration', more('const fresh = 1; return')],
    ['another require', more('const require = () => {}')],
    ['another require among others', more('const fresh = 1, require = () => {}')],
    ['another require by destructuring', more('const { require } = fakes')],
    ['another test by import', more("import { test } from './fake.js'")],
    ['a function around', `function never() {\n${all}}\n`],
    ['an arrow function before a line', edit('for (', 'const never = () =>\nfor (')],
    ['a class around', `class Never { static {\n${all}} }\n`],
    ['a condition', edit('for (', 'if (0)\nfor (')],
    ['an operator', edit('describe(', "test('x', () => {}) ||\ndescribe(")],
    ['a condition behind a test', edit('describe(', "test('x', () => {}); if (0)\ndescribe(")],
    ['a template around', `const text = \`\n${all}\`\n`],
    ['a string that never ends', more('const text = `')],
    ['an end and a new start of a block', edit("  test('adds'", "})\nconst never = (() => {\n  test('adds'")],
    ['process.exit', `${all}test('x', () => { process.exit(0) })\n`],
    ['an exit by another way', `${all}test('x', () => { process['exit'](0) })\n`],
    ['an assignment', `${all}describe('x', () => { assert.equal = () => {} })\n`],
    ['a global', `${all}describe('x', () => { globalThis.test = () => {} })\n`],
    ['an option in a list', edit("  'b',\n", "  'b',\n  '--version',\n")],
    ['an item that is no text', edit("  'b',\n", "  'b',\n  stop(),\n")],
    ['an argument', edit('sum(1, 2), 3)', 'sum(1, 2), 3)').replace("test('adds', ", "test('adds', {},")],
    ['a throw', more('throw 0')],
    ['a loop', more('for (;;) {}')],
    ['a call', more('stop()')],
  ])('%s', (_, after) => expect(unsafeEdits(all, after, 'test/all.js')).not.toEqual(clean))

  it('a function that is called with the old lines', () => {
    const text = "(function () {\n  require('./a.js')\n})()\n"
    expect(unsafeEdits(text, `const noop = function () {}\n${text}`, 'test/all.js')).not.toEqual(clean)
    expect(unsafeEdits(text, `const noop = function () {};\n${text}`, 'test/all.js')).toEqual(clean)
  })
  it.each(['if (x)', '} else', 'const stop = () =>'])('the place of the statement behind %s', (head) => {
    const text = `if (y) {\n  ${head}\n    return\n  require('./a.js')\n}\n`
    const after = text.replace(head, `${head}\n  assert.ok(1)`)
    expect(unsafeEdits(text, after, 'test/all.js')).not.toEqual(clean)
  })
  it('an argument on a line of its own', () => {
    const text = "test(\n  'a',\n  () => {},\n)\n"
    expect(unsafeEdits(text, text.replace("  'a',\n", "  'a',\n  'b',\n"), 'a.test.js')).not.toEqual(clean)
  })
  it('a comment around', () =>
    expect(unsafeEdits(all, `/*\n${all}*/\n`, 'test/all.js').lost).toContain("describe('sum', () => {"))
})

describe('TR-05 an entry test in Python', () => {
  const text = `import os
from lib import add

NAMES = [
    'a',
]


class TestAdd(Case):
    def test_add(self):
        """It adds: (1"""
        assert add(1, 2) == 3

    def test_more(self):
        self.assertEqual(add(1, 1), 2)


def test_last():
    assert add(0, 0) == 0
`
  const change = (from: string, to: string): string => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }
  it.each<[what: string, after: string]>([
    [
      'a function',
      `${text}\n\n@pytest.mark.parametrize('n', [1,\n  2])\ndef test_new(n):\n    x = n\n    assert x\n`,
    ],
    ['a method', change('    def test_more', '    def test_new(self):\n        pass\n\n    def test_more')],
    ['imports', `import sys\nfrom a import b, c\n${text}`],
    ['a name in an import', change('import add', 'import add, remove')],
    ['a value', change('class', 'LIMIT = 3\n\nclass')],
    ['an item', change("    'a',\n", "    'a',\n    'b',\n")],
    ['an assertion', `${text}    assert add(1, 0) == 1\n`],
    [
      'a method with a field',
      change('    def test_more', '    def test_new(self):\n        self.x = 1\n\n    def test_more'),
    ],
    ['a comment', `# It's all here (\n${text}`],
  ])('may gain %s', (_, after) => expect(unsafeEdits(text, after, 'run.py')).toEqual(clean))
  it.each<[what: string, after: string]>([
    ['a return', change('        assert add(1', '        return\n        assert add(1')],
    [
      'a return behind an import',
      change('        assert add(1', '        import re; return\n        assert add(1'),
    ],
    ['a function around methods', change('    def test_more', 'def never():\n    pass\n\n    def test_more')],
    [
      'a function before a body',
      change('        assert add(1', '    def never(self):\n        assert add(1'),
    ],
    ['a test of the same name', `${text}\ndef test_last():\n    pass\n`],
    ['another add', change('class', 'def add(a, b):\n    return 3\n\nclass')],
    ['an import of everything', change('class', 'from fake import *\n\nclass')],
    ['a decorator', change('def test_last', '@never\ndef test_last')],
    ['a condition', change('    def test_more', '    if False:\n        pass\n    def test_more')],
    ['an exit', `${text}\ndef test_new():\n    os._exit(0)\n`],
    ['a text that joins another', change("    'a',\n", "    'a'\n    'b',\n")],
    ['quotes around', `${change('def test_last', "TEXT = '''\ndef test_last")}'''\n`],
  ])('must not gain %s', (_, after) => expect(unsafeEdits(text, after, 'run.py')).not.toEqual(clean))
})
