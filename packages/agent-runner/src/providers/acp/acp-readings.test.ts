import { expect, test } from 'vitest'
import { errorOfAnswer, errorOfStop, errorOfText } from './acp-error.ts'
import { isAllowed } from './acp-permission.ts'
import { toolCall } from './acp-tool.ts'
import { jsonAnswer } from './json-answer.ts'

test.each([
  ['prompt is too long: 210000 tokens > 200000 maximum', 'context'],
  ['Your credit balance is too low to access the API', 'billing'],
  ['429 RESOURCE_EXHAUSTED', 'rate_limit'],
  ['529 overloaded_error', 'overloaded'],
  ['API key not valid. Please pass a valid API key.', 'auth'],
  ['stream disconnected before completion', 'network'],
  ['something else', 'unknown'],
])('AG-21 AG-05 the text %j means %s', (text, kind) => {
  expect(errorOfText(text, 0).kind).toBe(kind)
})

test('AG-21 AG-05 an error of the protocol is read from its code and from what it says beside its message', () => {
  expect(errorOfAnswer({ code: -32000, message: 'Authentication required' }, 0).kind).toBe('auth')
  const data = { message: 'You’ve hit your usage limit. Try again in 90s.' }
  const limited = errorOfAnswer({ code: -32603, message: 'Internal error', data }, 1_000)
  expect(limited).toMatchObject({ kind: 'rate_limit', resetsAt: 91_000 })
  expect(limited.message).toBe('Internal error: You’ve hit your usage limit. Try again in 90s.')
})

test('AG-21 AG-05 the reason for which an agent stops is its error, unless it has done its work', () => {
  const kinds = ['end_turn', 'max_turn_requests', 'max_tokens', 'refusal', 'cancelled', undefined].map(
    (reason) => errorOfStop(reason)?.kind ?? null,
  )
  expect(kinds).toEqual([null, 'max_turns', 'context', 'invalid', 'aborted', 'unknown'])
})

test('AG-21 AG-03 a reviewer may read, and use commands and trusted tool servers in a cell only', () => {
  const allowed = (confined: boolean, hasServers = false): readonly string[] =>
    ['read', 'execute', 'edit', 'other'].filter((kind) => isAllowed('review', kind, { confined, hasServers }))
  expect(allowed(true)).toEqual(['read', 'execute'])
  expect(allowed(false)).toEqual(['read'])
  expect(allowed(true, true)).toEqual(['read', 'execute', 'other'])
  expect(allowed(false, true)).toEqual(['read'])
  expect(isAllowed('complete', 'read', { confined: true, hasServers: true })).toBe(false)
})

test('AG-21 AG-04 the JSON of an answer is found alone, fenced, and with words around it', () => {
  for (const text of ['{"a":1}', 'Here:\n```json\n{"a":1}\n```\nBye.', 'It is {"a":1}, as asked.'])
    expect(jsonAnswer(text)).toEqual({ a: 1 })
  expect(jsonAnswer('No findings.')).toBeUndefined()
})

test('AG-21 AG-17 a tool is told once with what it is asked for, and then with what came of it', () => {
  const told: unknown[] = []
  const call = toolCall('1', (event) => told.push(event))
  call.hear({ kind: 'execute', title: 'Terminal', status: 'pending', rawInput: {} })
  expect(told).toEqual([])
  call.hear({ rawInput: { command: 'ls' } })
  call.hear({ status: 'completed', content: [{ type: 'content', content: { type: 'text', text: 'a.txt' } }] })
  expect(told).toEqual([
    { type: 'tool', tool: 'execute', detail: 'ls', id: '1', command: true },
    { type: 'output', id: '1', tool: 'execute', exitCode: null, text: 'a.txt' },
  ])
})
