import { expect, it } from 'vitest'
import { callsForFewerTests } from './executed-tests.ts'

it.each([
  ['Remove test/hello.test.js.', true],
  ['Deleting the tests of the old parser', true],
  ['- The two tests are folded into one test', true],
  ['Do not remove any test.', false],
  ['## Out of scope\n- remove tests', false],
  ['Remove the old parser.', false],
  ['Add a test that the box is removed.', false],
  ['Add tests.', false],
])('TR-05 %j calls for fewer tests: %s', (text, expected) => expect(callsForFewerTests(text)).toBe(expected))
