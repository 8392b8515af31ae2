import { describe, expect, it } from 'vitest'
import { asTreeHash } from '../kernel/ids.ts'
import { callsForFewerTests, unplannedLosses } from './executed-tests.ts'

describe('TR-05 a line calls for fewer tests', () => {
  it.each([
    'Remove test/hello.test.js.',
    'Deleting the tests of the old parser',
    'Delete all obsolete unit tests, they are slow.',
    'Merge the two tests into one.',
    'Drop these test files.',
    'Remove the test of the old parser.',
    'Disable the flaky e2e suite',
    'The removal of its old tests',
    '- The two tests are folded into one test',
    'The tests for the old parser must be removed.',
  ])('if it takes tests away: %s', (text) => expect(callsForFewerTests(text)).toBe(true))

  it.each([
    'Replace the greeting and add a test.',
    'Delete the confetti and test it on mobile',
    'replace the grey header; all tests pass',
    'Drop shadows look dated. Run the tests.',
    'Merge the two headers; the tests must pass',
    'The removal of the banner must be covered by a test',
    'Remove the flag the tests use',
    'Remove the test button',
    'Remove all, test all.',
    'Do not remove any test.',
    '## Out of scope\n- remove tests',
    'Remove the old parser.',
    'Add a test that the box is removed.',
    'Add tests for the box that is removed.',
    'Add tests.',
  ])('but not if it only mentions them: %s', (text) => expect(callsForFewerTests(text)).toBe(false))
})

describe('TR-05 a loss of tests', () => {
  const evidence = {
    check: 'test',
    run: 'npm test',
    tree: asTreeHash('t0'),
    exitCode: 0,
    problem: null,
    outputDigest: 'digest',
    outputTail: 'ok',
    durationMs: 5,
    claims: [],
    executed: 2,
    executedOnBase: 3,
  }

  it('is reported if the plan does not call for it', () =>
    expect(unplannedLosses('Add sum.', [evidence])).toEqual([
      { check: 'test', detail: '`npm test` executes 1 test fewer than on the base.' },
    ]))

  it('is fine if the plan calls for it', () =>
    expect(unplannedLosses('Remove the old tests.', [evidence])).toEqual([]))
})
