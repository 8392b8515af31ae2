import type { AgentErrorKind } from '@harness/core/kernel/agent'
import { expect, test } from 'vitest'
import { errorOfResult } from './claude-error.ts'
import type { ClaudeMessage } from './claude-sdk.ts'

const now = 1_000_000

/** As the program words them: a failure of the server is a success that is an error. */
const refused = (result: string, more: Partial<ClaudeMessage> = {}): ClaudeMessage => ({
  type: 'result',
  subtype: 'success',
  is_error: true,
  terminal_reason: 'api_error',
  result,
  ...more,
})

test.each<[AgentErrorKind, string, number | null, string]>([
  ['auth', 'authentication_failed', 401, 'Invalid API key · Fix external API key'],
  ['auth', 'authentication_failed', 403, 'Failed to authenticate. API Error: 403 forbidden'],
  ['billing', 'billing_error', 400, 'Credit balance is too low'],
  ['rate_limit', 'rate_limit', 429, 'API Error: Request rejected (429) · slow down'],
  ['overloaded', 'server_error', 500, 'API Error: 500 oops. This is a server-side issue.'],
  ['overloaded', 'server_error', 502, 'API Error: 502 "<html>bad gateway".'],
  ['overloaded', 'server_error', 529, 'API Error: Repeated 529 Overloaded errors.'],
  ['network', 'connection_failed', null, 'API Error: Connection to the API was lost (ECONNRESET).'],
  ['network', 'server_error', null, 'API Error: Connection to the API was lost (ECONNRESET).'],
  ['invalid', 'unknown', 400, 'API Error: 400 messages: bad thing'],
  ['invalid', 'model_not_found', 404, 'There is an issue with the selected model.'],
  ['context', 'invalid_request', 413, 'Request too large (max 32MB).'],
  ['unknown', 'unknown', null, 'something nobody has seen yet'],
])('AG-05 %s: %s %s', (kind, category, status, text) => {
  const error = errorOfResult(
    refused(text, { api_error_status: status }),
    { category, resetsAt: undefined },
    now,
  )
  expect(error).toEqual({ kind, message: text, ...(status === null ? {} : { status }) })
})

test('AG-05 a conversation that has grown too long is a matter of context, not of the request', () => {
  const result = refused('Prompt is too long', { terminal_reason: 'prompt_too_long', api_error_status: 400 })
  expect(errorOfResult(result, { category: 'invalid_request' }, now)?.kind).toBe('context')
})

test.each<[AgentErrorKind, string]>([
  ['max_turns', 'error_max_turns'],
  ['budget', 'error_max_budget_usd'],
  ['schema', 'error_max_structured_output_retries'],
  ['unknown', 'error_during_execution'],
])('AG-05 %s: a result of the kind %s', (kind, subtype) => {
  const error = errorOfResult({ type: 'result', subtype, is_error: true, errors: [] }, {}, now)
  expect(error).toMatchObject({ kind, message: expect.stringMatching(/\w/) })
})

test('AG-05 the end of a limit belongs to a rate limit only, and an answer is no error', () => {
  const limited = refused('Limit', { api_error_status: 429 })
  expect(errorOfResult(limited, { category: 'rate_limit', resetsAt: 5_000 }, now)?.resetsAt).toBe(5_000)
  const oops = refused('Oops', { api_error_status: 500 })
  expect(errorOfResult(oops, { resetsAt: 5_000 }, now)).not.toHaveProperty('resetsAt')
  const answer = { type: 'result', subtype: 'success', is_error: false, result: 'Hi' }
  expect(errorOfResult(answer, {}, now)).toBeNull()
})

test('AG-19 the end of a limit is read from its text if no event named it', () => {
  const limited = refused('API Error: Request rejected (429) · Please try again in 1m30s.', {
    api_error_status: 429,
  })
  expect(errorOfResult(limited, { category: 'rate_limit' }, now)?.resetsAt).toBe(now + 90_000)
  expect(errorOfResult(limited, { category: 'rate_limit', resetsAt: 5_000 }, now)?.resetsAt).toBe(5_000)
})
