/** What went wrong in a turn of Claude, in the words of the contract. */
import type { AgentError, AgentErrorKind } from '@harness/core/kernel/agent'
import { limitEnd } from '../../runner/limit-end.ts'
import type { ClaudeMessage } from './claude-sdk.ts'

/** What the messages of a turn said about its failure, all optional but the text. */
export interface ClaudeFailure {
  readonly message: string
  /** The SDK's own class, from the last assistant message or a retry. */
  readonly category?: string | undefined
  readonly status?: number | null | undefined
  readonly terminalReason?: string | undefined
  /** In milliseconds since the epoch, if a rejected rate limit named it. */
  readonly resetsAt?: number | undefined
}

const kindOfSubtype: Readonly<Record<string, AgentErrorKind>> = {
  error_max_turns: 'max_turns',
  error_max_budget_usd: 'budget',
  error_max_structured_output_retries: 'schema',
}

const kindOfCategory: Readonly<Record<string, AgentErrorKind>> = {
  authentication_failed: 'auth',
  oauth_org_not_allowed: 'auth',
  account_on_hold: 'auth',
  verification_required: 'auth',
  cloud_credential_error: 'auth',
  billing_error: 'billing',
  rate_limit: 'rate_limit',
  overloaded: 'overloaded',
  invalid_request: 'invalid',
  model_not_found: 'invalid',
  max_output_tokens: 'context',
}

export function claudeError(failure: ClaudeFailure, now: number): AgentError {
  const kind = kindOf(failure)
  const { message, status } = failure
  const ends = kind === 'rate_limit' ? (failure.resetsAt ?? limitEnd(message, now)) : null
  return {
    kind,
    message,
    ...(typeof status === 'number' ? { status } : {}),
    ...(ends === null ? {} : { resetsAt: ends }),
  }
}

/** No answer, or an answer that is not from a model server: a proxy, a log-in page. */
const unreached =
  /connection|ECONN|ETIMEDOUT|ENOTFOUND|socket|network|timed out|\bstream\b|malformed|not valid JSON|JSON Parse error|unexpected (?:token|end)/i

function kindOf({ category, status, terminalReason, message }: ClaudeFailure): AgentErrorKind {
  if (terminalReason === 'prompt_too_long' || status === 413) return 'context'
  if (status === 529) return 'overloaded'
  const known = category === undefined ? undefined : kindOfCategory[category]
  if (known !== undefined) return known
  if (typeof status === 'number') return kindOfStatus(status)
  if (unreached.test(message)) return 'network'
  return category === 'server_error' ? 'overloaded' : 'unknown'
}

function kindOfStatus(status: number): AgentErrorKind {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'billing'
  if (status === 429) return 'rate_limit'
  if (status >= 500) return 'overloaded'
  return status >= 400 ? 'invalid' : 'unknown'
}

/** The error of a result that is none; null if it is an answer. */
export function errorOfResult(
  result: ClaudeMessage,
  told: Pick<ClaudeFailure, 'category' | 'resetsAt'>,
  now: number,
): AgentError | null {
  const { subtype = '', is_error: isError } = result
  if (subtype === 'success' && isError !== true) return null
  const message = [result.result, result.errors?.join('\n'), subtype].find(Boolean) ?? 'unknown'
  const kind = kindOfSubtype[subtype]
  if (kind !== undefined) return { kind, message }
  if (/No conversation found/i.test(message)) return { kind: 'invalid', message, sessionLost: true }
  if (result.startup_failure_reason !== undefined) return { kind: 'invalid', message }
  const failure = {
    message,
    category: told.category,
    status: result.api_error_status,
    terminalReason: result.terminal_reason,
    resetsAt: told.resetsAt,
  }
  return claudeError(failure, now)
}
