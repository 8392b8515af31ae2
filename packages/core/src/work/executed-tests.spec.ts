import { describe, expect, it } from 'vitest'
import { asTreeHash } from '../kernel/ids.ts'
import { describeExecuted } from './executed-tests.ts'

const evidence = {
  ...{ check: 'test', run: 'npm test', tree: asTreeHash('tree-1'), exitCode: 0, problem: null },
  ...{ outputDigest: '', outputTail: '', durationMs: 1, claims: [] },
}

describe('TR-03 evidence tells how many tests ran, and if none of them was seen to fail', () => {
  it.each([
    [{ executed: 3, control: 'armed' }, '3 tests executed'],
    [{ executed: 3, executedOnBase: 2, control: 'armed' }, '3 tests executed, 2 on the base'],
    [{ executed: 1, control: 'none' }, '1 test executed, no control test'],
    [{ executed: null, control: 'armed' }, 'number of tests unknown'],
    [{ executed: null, control: 'none' }, 'number of tests unknown, no control test'],
    // It ran in place, it failed, or its journal is old.
    [{ executed: null }, 'number of tests unknown'],
    [{}, 'number of tests unknown'],
  ] as const)('%j', (shown, words) => expect(describeExecuted({ ...evidence, ...shown })).toBe(words))
})
