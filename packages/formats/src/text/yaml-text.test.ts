import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../test-support/fuzz.ts'
import { readYaml } from './yaml-text.ts'

const core = (text: string, file = 'f.yaml') => readYaml(text, file, { schema: 'core' })

describe('QA-03 YAML with places', () => {
  it('QA-03 reads values and knows where they stand', () => {
    const result = core('# why\na: 1\nb:\n  - x: "two"\n')
    if (!result.ok) throw new Error('refused')
    expect(result.value.value).toEqual({ a: 1, b: [{ x: 'two' }] })
    expect(result.value.placeOf(['b', 0, 'x'])).toEqual({ line: 4, column: 8 })
    expect(result.value.keyPlaceOf(['b', 0, 'x'])).toEqual({ line: 4, column: 5 })
    expect(result.value.placeOf(['b', 3])).toEqual({ line: 4, column: 3 })
    expect(result.value.rangeOf(['b', 0, 'x'])).toEqual({ start: 21, end: 26 })
  })

  it('QA-03 keeps scalars as they are written where it is asked to', () => {
    const result = readYaml('id: 0001\nflag: no\nwhen: 2024-01-01', 'f', { schema: 'failsafe' })
    expect(result.ok && result.value.value).toEqual({ id: '0001', flag: 'no', when: '2024-01-01' })
  })

  it.each([
    ['a: &x 1\nb: *x', 'no anchors', 1],
    ['a: 1\na: 2', 'every field once', 2],
    ['a: !!js/function x', 'valid YAML', 1],
    ['a: !x y', 'valid YAML', 1],
    ['a: 1\n---\nb: 2', 'a single YAML document', 2],
    ['a: [1\nb: 2', 'valid YAML', 2],
    ['? [a]\n: 1', 'a field name', 1],
    ['__proto__: 1', 'another field name', 1],
    ['['.repeat(100_000), 'no more than 100 levels of nesting', 1],
    [`${'['.repeat(3000)}${']'.repeat(3000)}`, 'no more than 100 levels of nesting', 1],
    ['- '.repeat(50_000), 'no more than 100 levels of nesting', 1],
  ])('QA-03 refuses %.20s', (text, expected, line) => {
    const result = core(text)
    expect(result.ok ? [] : result.problems).toContainEqual(expect.objectContaining({ expected, line }))
  })

  it('QA-03 never crashes', () => {
    neverCrashes(textsLike('a: 1\nb:\n  - {x: "y", z: [1, 2]}\n  - |\n    text\n'), core)
  })

  it('QA-03 answers soon when thousands of things are wrong', () => {
    const names = Array.from({ length: 20_000 }, () => 'a: 1\n').join('')
    const result = core(names)
    expect(result.ok ? 0 : result.problems.length).toBe(20)
  })
})
