import { expect, test } from 'vitest'
import type { AgentEvent } from '../../runner/provider.ts'
import type { ClaudeBlock, ClaudeMessage } from './claude-sdk.ts'
import { claudeTools } from './claude-tools.ts'

function told(name: string, input: ClaudeBlock['input'], result: Partial<ClaudeBlock>, decision = 'accept') {
  const events: AgentEvent[] = []
  const tools = claudeTools('/lane', (event) => events.push(event))
  tools.began({ type: 'tool_use', id: 't1', name, input: input ?? {} })
  if (decision === 'reject') tools.denied('t1', name)
  const meta = { id: 't1', permission_decision: { decision } }
  const message: ClaudeMessage = { type: 'user', tool_result_meta: [meta] }
  tools.ended(message, [{ type: 'tool_result', tool_use_id: 't1', ...result }])
  return events
}

test('AG-17 a failed command has the exit code that the program says in words', () => {
  expect(told('Bash', { command: 'npm test' }, { content: 'Exit code 3\nout', is_error: true })).toEqual([
    { type: 'tool', tool: 'Bash', detail: 'npm test', id: 't1', command: true },
    { type: 'output', id: 't1', tool: 'Bash', exitCode: 3, text: 'Exit code 3\nout' },
  ])
  expect(told('Bash', { command: 'true' }, { content: '' })[1]).toMatchObject({ exitCode: 0 })
  expect(told('Bash', { command: 'x' }, { content: 'timed out', is_error: true })[1]).toMatchObject({
    exitCode: null,
  })
})

test('AG-17 what a file tool saw is told, and files are named as they are in the lane', () => {
  const content = [{ type: 'text', text: '1\tone' }, { type: 'image' }]
  expect(told('Read', { file_path: '/lane/src/a.ts' }, { content })).toEqual([
    { type: 'tool', tool: 'Read', detail: 'src/a.ts', id: 't1' },
    { type: 'output', id: 't1', tool: 'Read', exitCode: null, text: '1\tone\n[image]' },
  ])
  expect(told('Write', { file_path: '/lane/b' }, { content: 'ok' })[2]).toEqual({
    type: 'file',
    path: 'b',
    change: 'written',
  })
})

test('AG-17 a denied call is told once, with what it was to do, and writes nothing', () => {
  const denied = told('Write', { file_path: '/etc/x' }, { content: 'No.', is_error: true }, 'reject')
  expect(denied.map(({ type }) => type)).toEqual(['tool', 'denied', 'output'])
  expect(denied[1]).toEqual({ type: 'denied', tool: 'Write', detail: '/etc/x' })
})
