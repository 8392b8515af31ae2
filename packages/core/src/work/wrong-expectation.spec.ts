import { describe, expect, it } from 'vitest'
import { withWrongExpectations } from './wrong-expectation.ts'

const wrong = (text: string): string | null => withWrongExpectations(text, '-m')

describe('TR-03 a test that expects something else', () => {
  it.each([
    ["assert.equal(greet('Ada'), 'Hello, Ada!')", "assert.equal(greet('Ada'), 'Hello, Ada!-m')"],
    ["t.is(greet('Ada'), `Hello`)", "t.is(greet('Ada'), `Hello-m`)"],
    ['expect(add(1)).toBe(3)', 'expect(add(1)).toBe(34819)'],
    ['expect(isOpen()).toBe(true)', 'expect(isOpen()).toBe(false)'],
    ["expect(one()).toEqual({ name: 'a', size: 2 })", "expect(one()).toEqual({ name: 'a-m', size: 24819 })"],
    ['    assert greet("Ada") == "Hello, Ada!"', '    assert greet("Ada") == "Hello, Ada!-m"'],
    ['    self.assertEqual(greet("Ada"), "it\\"s")', '    self.assertEqual(greet("Ada"), "it\\"s-m")'],
    [
      "assert.equal(\n  greet('Ada'),\n  'Hello',\n)\nlog(1, 'a')",
      "assert.equal(\n  greet('Ada'),\n  'Hello-m',\n)\nlog(1, 'a')",
    ],
    [
      "const cases = [\n  ['Ada', 'Hello'],\n  [1, 2, 3],\n]\nassert.equal(greet(name), said)",
      "const cases = [\n  ['Ada', 'Hello-m'],\n  [1, 2, 34819],\n]\nassert.equal(greet(name), said)",
    ],
    [
      'CASES = [("Ada", "Hello")]\nassert greet(name) == said',
      'CASES = [("Ada", "Hello-m")]\nassert greet(name) == said',
    ],
  ])('is made of %j', (original, changed) => expect(wrong(original)).toBe(changed))

  it.each([
    "import assert from 'node:assert'\nconst name = 'Ada'\n",
    'assert.equal(greet(name), expected)',
    "assert.ok(greet('Ada'))",
    "test('greets', 'slow', () => {})",
    "join('a', 'b')",
  ])('is none if no assertion names a value: %j', (original) => expect(wrong(original)).toBeNull())
})
