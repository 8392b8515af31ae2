import { expect, test } from 'vitest'
import type { AnyEvent } from '../kernel/effect.ts'
import type { RunEnd } from '../kernel/event.ts'
import { deniedAfter, deniedText, noneDenied, oneMoreDenied, withDeniedTold } from './denied-calls.ts'

const end = {
  outcome: 'done',
  reason: 'r',
  next: 'n',
  report: 'All is well.\n',
  resumable: false,
} as unknown as RunEnd
const denied = (role: string, ...calls: readonly string[]) =>
  ({ type: 'AgentFinished', role, denied: calls.reduce(oneMoreDenied, noneDenied) }) as unknown as AnyEvent

test('AG-17 a run without denied calls reports nothing of them', () => {
  const other = { type: 'AgentFinished', role: 'reviewer' } as unknown as AnyEvent
  expect(withDeniedTold(end, deniedAfter(noneDenied, other))).toBe(end)
})

test('AG-17 the report names the first denied calls with their roles, and counts all', () => {
  const all = [
    denied('reviewer', 'Bash a', 'Bash b'),
    denied('fixer', 'Write c', 'Bash d', 'Bash e', 'Bash f'),
  ]
  const { report } = withDeniedTold(end, all.reduce(deniedAfter, noneDenied))
  expect(report).toBe(
    [
      'All is well.',
      '',
      '## Denied tool calls',
      '',
      'Agents of this run were not allowed 6 tool calls, and answered without the results.',
      '',
      '- reviewer: Bash a',
      '- reviewer: Bash b',
      '- fixer: Write c',
      '- fixer: Bash d',
      '- fixer: Bash e',
      '- 1 more',
    ].join('\n'),
  )
})

test('AG-17 progress says how many calls were denied and which', () => {
  expect(deniedText(oneMoreDenied(noneDenied, 'Bash curl x'))).toBe('1 tool call was denied: Bash curl x')
})
