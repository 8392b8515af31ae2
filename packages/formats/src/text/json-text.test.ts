import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../test-support/fuzz.ts'
import { runs } from '../test-support/runs.ts'
import { readJson } from './json-text.ts'

describe('QA-03 JSON with places', () => {
  it('QA-03 reads any JSON as JSON.parse does', () => {
    const named = fc.json({ maxDepth: 5 }).filter((text) => !text.includes('__proto__'))
    fc.assert(
      fc.property(named, fc.constantFrom(0, 2, '\t'), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        const result = readJson(spaced, 'f')
        expect(result.ok && result.value.value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('QA-03 accepts nothing that JSON.parse refuses', () => {
    fc.assert(
      fc.property(textsLike('{"a": [1, -2.5e3, null], "b": {"c": "\\u00e9"}}'), (text) => {
        if (readJson(text, 'f').ok) expect(() => JSON.parse(text)).not.toThrow()
      }),
      { numRuns: runs(200) },
    )
  })

  it('QA-03 never crashes', () => {
    neverCrashes(textsLike('{"a": [1, {"b": "\\n"}]}'), readJson)
  })

  it('QA-03 knows where things stand', () => {
    const result = readJson('{\n  "a": [10,\n    {"b": true}]\n}', 'f')
    if (!result.ok) throw new Error('refused')
    expect(result.value.placeOf(['a', 1, 'b'])).toEqual({ line: 3, column: 11 })
    expect(result.value.keyPlaceOf(['a', 1, 'b'])).toEqual({ line: 3, column: 6 })
    expect(result.value.placeOf(['a', 1, 'missing'])).toEqual({ line: 3, column: 5 })
  })

  it.each([
    ['[1,]', 'a value', 'remove the comma before it'],
    ["{'a': 1}", 'a field name in double quotes', 'names stand in double quotes'],
    ['{"a": 1 // why\n}', 'JSON, which has no comments', null],
    ['{"a": "\n"}', 'the closing double quote on the same line', null],
    ['\uFEFF{}', 'JSON from the first character', 'save it as UTF-8 without a byte order mark'],
    ['{"__proto__": 1}', 'another field name', null],
    ['['.repeat(100_000), 'no more than 100 levels of nesting', null],
  ])('QA-03 says what is wrong with %.20s', (text, expected, hint) => {
    expect(readJson(text, 'f')).toMatchObject({ problems: [{ expected, hint }] })
  })
})
