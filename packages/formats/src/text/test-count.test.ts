import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../test-support/runs.ts'
import { countExecuted, countedChars, saysCached } from './test-count.ts'

const nodeSummary = (mark: string, tests: number, skipped = 0, todo = 0): string =>
  `${mark} tests ${tests}\n${mark} suites 0\n${mark} pass ${tests}\n${mark} fail 0\n${mark} cancelled 0\n${mark} skipped ${skipped}\n${mark} todo ${todo}\n${mark} duration_ms 4.2\n`

describe('TR-05 the number of executed tests', () => {
  it.each<[tool: string, output: string, executed: number]>([
    ['node:test, spec', `✔ adds (1ms)\n${nodeSummary('ℹ', 3)}`, 3],
    ['node:test, spec, skipped and todo', nodeSummary('ℹ', 5, 1, 1), 3],
    ['node:test, tap', `TAP version 13\nok 1 - adds\n1..3\n${nodeSummary('#', 3, 1)}`, 2],
    ['two runs of node:test', nodeSummary('#', 3) + nodeSummary('#', 4), 7],
    [
      'TAP',
      'TAP version 13\n1..4\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no\n    ok 1 - inner\nok 4 - d # TODO',
      2,
    ],
    ['bats', '1..2\nok 1 a\nok 2 b # skip', 1],
    ['vitest', ' Test Files  2 passed (2)\n      Tests  3 passed (3)\n   Start at  10:00:00', 3],
    ['vitest, some', '      Tests  1 failed | 2 passed | 1 skipped | 1 todo (5)', 3],
    ['vitest, none', 'No test files found, exiting with code 0', 0],
    [
      'jest',
      'Test Suites: 1 passed, 1 total\nTests:       1 skipped, 3 passed, 4 total\nSnapshots:   0 total',
      3,
    ],
    ['jest, none', 'No tests found, exiting with code 0', 0],
    ['mocha', '  adds\n    ✔ one\n\n  3 passing (5ms)\n  1 pending\n  1 failing\n', 4],
    ['mocha, none', '  0 passing (1ms)\n', 0],
    ['pytest', '============ 3 passed, 1 skipped in 0.02s ============', 3],
    ['pytest -q', '....\n2 passed, 1 xfailed, 1 warning in 61.20s (0:01:01)', 2],
    ['pytest, none', '===== no tests ran in 0.00s =====', 0],
    ['unittest, expected to fail', 'Ran 4 tests in 0.001s\n\nOK (skipped=1, expected failures=2)', 1],
    ['unittest, unexpected', 'Ran 4 tests in 0.001s\n\nFAILED (failures=1, unexpected successes=1)', 4],
    ['unittest', '----\nRan 4 tests in 0.001s\n\nOK (skipped=1)', 3],
    [
      'go test -v',
      '=== RUN   TestA\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/b (0.00s)\n--- SKIP: TestC (0.00s)\nok  \tx\t0.1s',
      2,
    ],
    [
      'cargo test',
      'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n   Doc-tests x\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s',
      4,
    ],
    [
      'Maven',
      '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in ATest\n[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1',
      4,
    ],
    [
      'JUnit XML',
      '<testsuites name="all" tests="5" failures="0" skipped="1">\n  <testsuite name="a" tests="5">',
      4,
    ],
    ['dotnet', 'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 9 ms', 3],
    ['rspec', 'Finished in 0.1 seconds\n3 examples, 0 failures, 1 pending', 2],
    ['phpunit', 'OK (3 tests, 7 assertions)', 3],
    ['deno', 'ok | 3 passed | 0 failed | 1 ignored (5ms)', 3],
    ['bun', ' 3 pass\n 1 skip\n 0 fail\nRan 4 tests across 1 file. [9.00ms]', 3],
    ['playwright', '  1 skipped\n  3 passed (5.1s)', 3],
    ['several tools', `${nodeSummary('ℹ', 3)}\n      Tests  2 passed (2)`, 5],
    ['a long output', `${'noise\n'.repeat(60_000)}${nodeSummary('ℹ', 3)}`, 3],
  ])('of %s', (_, output, executed) => expect(countExecuted(output)).toBe(executed))

  it.each<[what: string, output: string]>([
    ['no output', ''],
    ['a linter', 'Checked 40 files. No problems.'],
    ['go without -v', 'ok  \tx\t0.1s'],
    ['words that only look alike', 'all 3 tests passed\n# tests are good\n5 passing cars'],
    [
      'a long output with several summaries',
      `${'noise\n'.repeat(60_000)}${nodeSummary('ℹ', 3)}${nodeSummary('ℹ', 3)}`,
    ],
  ])('is unknown from %s', (_, output) => expect(countExecuted(output)).toBeNull())

  it.each([
    ['turbo’s', `web:test: cache hit, replaying logs 12ab\n${nodeSummary('ℹ', 3)}`],
    ['nx’s', `Nx read the output from the cache instead of running\n${nodeSummary('ℹ', 3)}`],
    ['gradle’s', '> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL'],
    ['bazel’s', '//greet:test   (cached) PASSED in 0.1s'],
  ])('may be of another time: %s cache', (_, output) => expect(saysCached(output)).toBe(true))
  it('is of this time without a cache', () => expect(saysCached(nodeSummary('ℹ', 3))).toBe(false))

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '# tests ',
      'ℹ tests ',
      '1..',
      'ok ',
      ' passed',
      ' passing (',
      'Tests: ',
      '<testsuite tests="',
      ', ',
      '\n',
      ' in 1s',
      '=',
    ),
    fc.nat().map(String),
  )
  it('is a whole number or unknown, whatever is printed', () =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const count = countExecuted(pieces.join(''))
        expect(count === null || (Number.isInteger(count) && count >= 0)).toBe(true)
      }),
    ))
  it('reads no more than the end: what comes before it changes nothing', () =>
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.constantFrom(' ', '=', '1', 'a', '# tests 3\n'),
        (pieces, filler) => {
          const end = (filler.repeat(countedChars) + pieces.join('')).slice(-countedChars)
          expect(countExecuted(filler.repeat(countedChars) + end)).toBe(countExecuted(end))
        },
      ),
      { numRuns: runs(5) },
    ))
})
