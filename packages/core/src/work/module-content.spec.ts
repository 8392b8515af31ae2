import { describe, expect, it } from 'vitest'
import { asserts, holdsOnlyValues, holdsTests, isForTestsOnly } from './module-content.ts'

describe('TR-05 what a module of code is by its text', () => {
  it.each([
    ['checks/a.js', "const test = require('node:test')\n"],
    ['checks/a.ts', "import { expect } from 'vitest'\n"],
    ['checks/a.tsx', "  it.each([1])('a', () => {})\n  describe('b', () => {})\n"],
    ['checks/a.py', 'class Greets(unittest.TestCase):\n    pass\n'],
    ['checks/a.py', 'def test_a():\n    pass\n'],
    ['checks/a.py', 'import pytest\n'],
    ['checks/a.go', 'import (\n\t"fmt"\n\t"testing"\n)\n'],
    ['checks/A.java', 'class A {\n  @Test\n  void a() {}\n}\n'],
  ])('%s holds tests', (path, text) => expect(holdsTests(path, text)).toBe(true))
  it.each([
    ['src/a.js', "const { test } = require('./pattern.js')\nif (test('a')) it = 'b'\n"],
    ['src/a.py', 'def tested():\n    return "import pytest"\n'],
    ['src/a.go', 'import "fmt"\n// "testing"\n'],
  ])('%s holds none', (path, text) => expect(holdsTests(path, text)).toBe(false))

  it.each([
    ['a.js', "module.exports = [['Ada', 'Hello (all), Ada!']] // from => to\n"],
    ['a.ts', "import { b } from './b.ts'\nexport const all: Cases = Object.freeze({ a: 1, b })\n"],
    ['a.py', 'CASES = [\n    ("Ada", "def Hello(x)"),  # if it rains\n]\n'],
  ])('%s holds only values: %j', (path, text) => expect(holdsOnlyValues(path, text)).toBe(true))
  it.each([
    ['a.js', "exports.greet = (name) => 'Hello'\n"],
    ['a.js', 'module.exports = make(1)\n'],
    ['a.py', 'def greet():\n    return 1\n'],
    ['a.py', 'import greet\ngreet.now()\n'],
    ['a.js', '// nothing\n'],
    ['a.go', 'var a = 1\n'],
  ])('%s does something, or it cannot be told: %j', (path, text) =>
    expect(holdsOnlyValues(path, text)).toBe(false),
  )

  it.each(['assert value == other', "require('node:assert')", 'expect(a).toBe(b)', 't.Fatalf("no")'])(
    '%s asserts',
    (text) => expect(asserts(text)).toBe(true),
  )
  it('throwing alone does not', () => expect(asserts("if (a) throw new Error('unexpected')")).toBe(false))

  it.each([
    ['#[cfg(test)]\nmod testing;\n', true],
    ['#[cfg(all(test, unix))]\n#[path = "x.rs"]\npub(crate) mod testing;\n', true],
    ['mod testing;\n', false],
    ['#[cfg(unix)]\nmod testing;\n', false],
    ['#[cfg(test)]\nmod testing;\nmod other;\n', true],
    ['#[cfg(test)]\nmod tests {}\nmod testing;\n', false],
    ['mod testing_more;\n', false],
  ])('%j declares a module for tests alone: %s', (text, isAlone) =>
    expect(isForTestsOnly('testing', [text])).toBe(isAlone),
  )
  it('a module that one of two declares for all is the product’s', () =>
    expect(isForTestsOnly('a', ['#[cfg(test)]\nmod a;\n', 'mod a;\n'])).toBe(false))
})
