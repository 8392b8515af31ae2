import { describe, expect, it } from 'vitest'
import { failedTests } from './failed-tests.ts'

describe('TR-04 the tests that failed', () => {
  it.each<[tool: string, output: string, names: readonly string[] | null, count: number | null]>([
    [
      'TAP',
      'TAP version 13\nnot ok 1 - greets\nok 2 - shouts\nnot ok 3 - waits # TODO\n1..3\n# fail 1',
      ['greets'],
      1,
    ],
    [
      'node:test, spec',
      '✖ greets (1.2ms)\n✔ shouts (1ms)\nℹ tests 2\nℹ fail 1\n✖ failing tests:\n\n✖ greets (1.2ms)',
      ['greets'],
      1,
    ],
    [
      'pytest',
      'FAILED tests/test_a.py::test_b - assert 1 == 2\n==== 1 failed, 2 passed in 0.02s ====',
      ['tests/test_a.py::test_b'],
      1,
    ],
    [
      'unittest',
      'FAIL: test_greets (tests.test_greet.Greets.test_greets)\nRan 2 tests in 0.001s\n\nFAILED (failures=1)',
      ['test_greets (tests.test_greet.Greets.test_greets)'],
      1,
    ],
    [
      'cargo',
      'test tests::greets ... FAILED\ntest tests::shouts ... ok\ntest result: FAILED. 1 passed; 1 failed; 0 ignored',
      ['tests::greets'],
      1,
    ],
    ['go', '--- FAIL: TestGreet (0.00s)\nFAIL', ['TestGreet'], null],
    [
      'vitest',
      ' FAIL  src/a.test.ts > greets\n      Tests  1 failed | 2 passed (3)',
      ['src/a.test.ts > greets'],
      1,
    ],
    ['jest', '  ● greeter › greets\nTests:       1 failed, 3 passed, 4 total', ['greeter › greets'], 1],
    ['rspec', 'rspec ./spec/a_spec.rb:4 # Greeter greets\n3 examples, 1 failure', ['Greeter greets'], 1],
    ['mocha, without names', '  2 passing (5ms)\n  1 failing\n', null, 1],
    ['Maven', 'Tests run: 5, Failures: 1, Errors: 2, Skipped: 1', null, 3],
    ['a list that is cut short', '--- FAIL: TestA (0.00s)\n# fail 2', null, 2],
    ['a linter', 'src/a.ts:1: error', null, null],
  ])('of %s', (_tool, output, names, count) => expect(failedTests(output)).toEqual({ names, count }))

  it('have the same names in every room', () =>
    expect(failedTests('not ok 1 - /state/lanes/room-12/test/a.test.js').names).toEqual(['test/a.test.js']))
})
