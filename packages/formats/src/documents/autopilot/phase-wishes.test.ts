import { describe, expect, it, test } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { printWishes, readWishes, wishesCodec } from './phase-wishes.ts'

const file = '.harness/sessions/x/phases.json'
const problemsIn = (text: string): string => {
  const read = readWishes(text, file)
  return read.ok ? '' : read.problems.map(describeProblem).join('\n')
}

describe('AP-15 phases.json', () => {
  it('AP-15 is read as it was printed', () => {
    const wishes = { skip: [2], order: [4, 3] }
    expect(readWishes(printWishes(wishes), file)).toEqual({ ok: true, value: wishes })
    expect(readWishes('{"skip": [2]}', file)).toEqual({ ok: true, value: { skip: [2], order: [] } })
  })

  test.each([
    ['', 'found an empty file'],
    ['skip 2', 'expected one JSON object, found "skip 2"'],
    ['{"skip": [2', `${file}:1:`],
    ['[2]', 'expected an object, found a list of 1'],
    ['{"skip": 2}', 'skip: expected a list, found 2'],
    ['{"skip": [0]}', 'skip[0]: expected a number of at least 1, found 0'],
    ['{"skip": ["2"]}', 'skip[0]: expected a number, found "2"'],
    ['{"order": [1.5]}', 'order[0]: expected a whole number, found 1.5'],
    ['{"order": [2, 3, 2]}', 'order: expected each phase once'],
    ['{"skipped": [2]}', 'did you mean "skip"?'],
  ])('AP-15 names what is wrong with %j', (text, problem) => {
    expect(problemsIn(text)).toContain(problem)
  })

  it('AP-15 a file with mistakes is no file without wishes', () => {
    expect(wishesCodec.parse(wishesCodec.walk('{"skip": [2]}'), [])).toEqual({
      ok: true,
      value: { skip: [2], order: [] },
    })
    expect(wishesCodec.parse('{"skip": 2}', [])).toMatchObject({
      ok: false,
      problems: [{ file: 'phases.json' }],
    })
    expect(wishesCodec.inPlace).toBe(null)
    expect(wishesCodec.rewrite).toBeUndefined()
  })

  it('AP-15 never crashes its reader', () => {
    neverCrashes(textsLike(printWishes({ skip: [1], order: [2, 3] })), readWishes)
  })
})
