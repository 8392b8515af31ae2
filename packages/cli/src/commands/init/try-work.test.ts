import { expect, test } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { showTrial } from './try-work.ts'

test('DL-01 of a set-up that fails, the command, how it ended and the last 20 lines are shown, and the next step', () => {
  const { terminal, out } = fakeTerminal()
  const output = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`)
  const why = ['the set-up fails: npm ci', 'It ended with exit code 1.', ...output].join('\n')
  showTrial({ terminal }, { type: 'impossible', why, next: 'Fix lanes.setup.', log: '/tmp/set-up.log' })
  expect(out().trim().split('\n')).toEqual([
    'Your checks cannot run in a fresh clone: the set-up fails: npm ci',
    '  It ended with exit code 1.',
    ...output.slice(-20).map((line) => `  ${line}`),
    '  whole log: /tmp/set-up.log',
    'next: Fix lanes.setup.',
  ])
})
