import { describe, expect, it } from 'vitest'
import type { Evidence } from '../kernel/evidence.ts'
import { asTreeHash } from '../kernel/ids.ts'
import { describeDoubt, doubtIn } from './test-doubts.ts'

const green: Evidence = {
  check: 'test',
  run: 'npm test',
  tree: asTreeHash('tree'),
  exitCode: 0,
  problem: null,
  outputDigest: '',
  outputTail: '',
  durationMs: 1,
  claims: [],
}
/** The run with the base's versions of the touched files. */
const withBase = (executed: number): Pick<Evidence, 'tests'> => ({
  tests: {
    files: ['src/lib.rs'],
    withBase: { exitCode: 0, problem: null, outputTail: '', executed },
    failOnBase: null,
  },
})

describe('TR-05 a number of tests is in doubt', () => {
  it('if it is lower than on the base', () =>
    expect(doubtIn({ ...green, executed: 1, executedOnBase: 2, ...withBase(2) })).toMatchObject({
      missing: 1,
    }))
  it('if it is lower than with the base’s tests, and the base’s own number is not known', () =>
    expect(doubtIn({ ...green, executed: 1, executedOnBase: null, ...withBase(2) })).toMatchObject({
      missing: 1,
    }))
  it('not if a test that moved runs twice with the base’s tests', () =>
    expect(doubtIn({ ...green, executed: 1, executedOnBase: 1, ...withBase(2) })).toBeNull())
  it('if it fails as on the base, and its output is another', () => {
    const doubt = doubtIn({ ...green, exitCode: 1, redOnBase: true, mayFailElse: true, outputDigest: 'one' })
    expect(doubt).toMatchObject({ missing: 'failures', contents: 'one' })
    expect(doubt && describeDoubt(doubt)).toBe(
      'The check test (`npm test`) fails as on the base, but its output is another, and does not tell which tests fail.',
    )
  })
})
