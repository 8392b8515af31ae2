import { expect, test } from 'vitest'
import { codexError } from './codex-error.ts'

const now = 1_000_000

/** As the program words them. */
test.each([
  ['rate_limit', 'exceeded retry limit, last status: 429 Too Many Requests'],
  ['rate_limit', 'rate limit exceeded: Slow down'],
  [
    'rate_limit',
    'You’ve hit your usage limit. Upgrade to Pro, purchase more credits or try again at 2:58 AM.',
  ],
  ['billing', 'Quota exceeded. Check your plan and billing details.'],
  ['billing', 'To use Codex with your ChatGPT plan, upgrade to Plus: https://example.com/plus.'],
  [
    'auth',
    'unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:1/v1/responses',
  ],
  ['auth', 'unexpected status 403 Forbidden: Country not supported, url: http://127.0.0.1:1/v1/responses'],
  [
    'invalid',
    'unexpected status 404 Not Found: The model `x` does not exist, url: http://127.0.0.1:1/v1/responses',
  ],
  ['invalid', '{"error":{"message":"Invalid schema for response_format","code":"invalid_json_schema"}}'],
  ['context', '{"error":{"message":"Your input is too long","code":"context_length_exceeded"}}'],
  ['context', 'Codex ran out of room in the model’s context window. Start a new thread.'],
  ['overloaded', 'Selected model is at capacity. Please try a different model.'],
  ['overloaded', 'We’re currently experiencing high demand, which may cause temporary errors.'],
  [
    'network',
    'stream disconnected before completion: Transport error: network error: error decoding response body',
  ],
  ['unknown', 'something nobody has seen yet'],
])('AG-05 %s: %s', (kind, text) => {
  expect(codexError(text, now, null).kind).toBe(kind)
})

test('AG-05 the end of a rate limit comes from the thread’s record, else from the text', () => {
  const text = 'rate limit exceeded: Limit 30000. Please try again in 1.898s.'
  expect(codexError(text, now, null).resetsAt).toBe(now + 1_898)
  expect(codexError(text, now, 5_000_000).resetsAt).toBe(5_000_000)
  const clock = codexError('You’ve hit your usage limit. Try again at 2:58 AM.', now, null).resetsAt ?? 0
  expect([new Date(clock).getHours(), new Date(clock).getMinutes()]).toEqual([2, 58])
  expect(codexError('rate limit exceeded', now, null)).not.toHaveProperty('resetsAt')
  expect(codexError('stream disconnected', now, 5_000_000)).not.toHaveProperty('resetsAt')
})

test('AG-05 an answer of the server is told by its message, a status by its number', () => {
  expect(codexError('{"error":{"message":"Unknown parameter"}}', now, null).message).toBe('Unknown parameter')
  expect(codexError('unexpected status 401 Unauthorized: no', now, null).status).toBe(401)
})
