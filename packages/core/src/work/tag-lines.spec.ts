import { describe, expect, it } from 'vitest'
import { namesTag, verdictOfLine } from './tag-lines.ts'

describe('DL-18 a text names a tag', () => {
  it.each([
    'auth/sign-in',
    '[auth/sign-in] works',
    '"auth/sign-in": works',
    'auth/sign-in.',
    'a, auth/sign-in, b',
  ])('DL-18 in %j', (text) => expect(namesTag(text, 'auth/sign-in')).toBe(true))

  it.each([
    'auth/sign-in-again',
    'oauth/sign-in',
    'x/auth/sign-in',
    'auth/sign-in/google',
    'tests/auth/sign-in.test.js',
    'auth/sign-in.test.js',
    'auth/sign',
  ])('DL-18 but not in %j', (text) => expect(namesTag(text, 'auth/sign-in')).toBe(false))

  it('DL-18 if a longer one comes before', () => expect(namesTag('a/b-c and a/b', 'a/b')).toBe(true))
})

describe('DL-18 a line of a test runner says', () => {
  it.each([
    ['node', '✔ a/b works (1.2ms)'],
    ['node, nested', '  ✔ a/b works (1.2ms)'],
    ['vitest', ' ✓ src/x.test.ts > a/b works 3ms'],
    ['TAP', 'ok 12 - a/b works'],
    ['playwright', '  ✓  1 [chromium] › a.spec.ts:3:1 › a/b works (1.1s)'],
    ['bun', '(pass) a/b works [0.1ms]'],
    ['deno', 'a/b works ... ok (5ms)'],
    ['pytest', 'tests/test_x.py::test_x[a/b] PASSED       [ 50%]'],
    ['pytest, summary', 'PASSED tests/test_x.py::test_x[a/b]'],
    ['go', '    --- PASS: TestX/[a/b] (0.00s)'],
    ['a to-do list', '✔ todo/add adds a todo'],
  ])('DL-18 that a test passed: %s', (_runner, line) => expect(verdictOfLine(line)).toBe('passed'))

  it.each([
    ['node', '✖ a/b works (1.2ms)'],
    ['vitest', ' × src/x.test.ts > a/b works 3ms'],
    ['TAP', 'not ok 12 - a/b works'],
    ['pytest', 'tests/test_x.py::test_x[a/b] FAILED'],
    ['go', '--- FAIL: TestX/[a/b] (0.00s)'],
  ])('DL-18 that a test failed: %s', (_runner, line) => expect(verdictOfLine(line)).toBe('failed'))

  it.each([
    ['node, skipped', '﹣ a/b works (0.1ms) # SKIP'],
    ['TAP, skipped', 'ok 12 - a/b works # SKIP not now'],
    ['TAP, to do', 'ok 12 - a/b works # TODO'],
    ['TAP, failed to do', 'not ok 12 - a/b works # TODO'],
    ['vitest, skipped', ' ↓ src/x.test.ts > a/b works'],
    ['jest, skipped', '    ○ skipped a/b works'],
    ['pytest, skipped', 'tests/test_x.py::test_x[a/b] SKIPPED (no)'],
    ['pytest, expected to fail', 'tests/test_x.py::test_x[a/b] XPASS'],
    ['go, skipped', '--- SKIP: TestX/[a/b] (0.00s)'],
    ['a program', 'a/b is ready'],
    ['a comment', '# a/b ok 1'],
  ])('DL-18 nothing of the kind: %s', (_runner, line) => expect(verdictOfLine(line)).toBeNull())
})
