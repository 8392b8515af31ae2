/** What every format owes to any input at all: an answer, soon, and problems that can be acted on. */

import fc from 'fast-check'
import { expect } from 'vitest'
import type { Parsed } from '../text/format-problem.ts'
import { runs } from './runs.ts'

/** Any character, halves of pairs included. */
const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

/** Any text, and mutilated pieces of good ones. */
export const textsLike = (...samples: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'{}[]":,-\n \t#&*!|>\'`~.0a/\\\r'), maxLength: 80 }),
    fc
      .record({
        sample: fc.constantFrom(...samples),
        from: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(20),
        insert: fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 8 }),
          fc.constantFrom('\t', '"', ': ', '\n---\n', '{'),
        ),
      })
      .map(({ sample, from, length, insert }) => {
        const at = Math.floor(from * sample.length)
        return sample.slice(0, at) + insert + sample.slice(at + length)
      }),
  )

/** Values of every shape, more often with the names that a format knows. */
export const valuesWith = (...names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.object({
    key: fc.oneof(fc.constantFrom(...names), fc.string()),
    maxDepth: 4,
    maxKeys: 6,
    values: [
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(...names),
    ],
  })

export function neverCrashes<Input>(
  inputs: fc.Arbitrary<Input>,
  parse: (input: Input, file: string) => Parsed<unknown>,
): void {
  const file = 'some/file'
  fc.assert(
    fc.property(inputs, (input) => {
      const result = parse(input, file)
      if (result.ok) return
      const isUseful =
        result.problems.length > 0 &&
        result.problems.every(
          ({ file: named, expected, found, line, column }) =>
            (named === file || named === 'environment') &&
            expected !== '' &&
            found !== '' &&
            // What the schema library would have said.
            !/^(Invalid|Too|Unrecognized)/.test(expected) &&
            (line === null) === (column === null) &&
            (line ?? 1) > 0,
        )
      if (!isUseful) expect(result.problems).toBe('problems that can be acted on')
    }),
    { numRuns: runs(60) },
  )
}
