import { asTreeHash } from '@harness/core/kernel/ids'
import { expect, test } from 'vitest'
import { failedCheckLines } from './failed-check-lines.ts'

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `test ${index + 1}`)
const linesWith = (failures: { names: readonly string[] | null; count: number | null } | undefined) =>
  failedCheckLines({
    check: 'test',
    run: 'npm test',
    tree: asTreeHash('1'.repeat(40)),
    exitCode: 1,
    problem: null,
    outputDigest: '',
    outputTail: `${Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n')}\n`,
    durationMs: 1,
    claims: [],
    ...(failures === undefined ? {} : { failures }),
  })

test('QA-23 a failed check names its failed tests before the end of its output, which may not', () => {
  const lines = linesWith({ names: ['heavy parcels'], count: 1 })
  expect(lines.slice(0, 3)).toEqual(['$ npm test', 'failed test: heavy parcels', 'line 31'])
  expect(lines.at(-1)).toBe('line 60')
  expect(linesWith({ names: names(12), count: 12 }).slice(10, 12)).toEqual([
    'failed test: test 10',
    'and 2 more failed tests',
  ])
})
test.each([undefined, { names: null, count: 3 }])('QA-23 it names none that it does not know', (failures) =>
  expect(linesWith(failures)[1]).toBe('line 31'),
)
