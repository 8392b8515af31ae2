/** What went wrong in a turn of an ACP agent, in the words of the contract. Pure. */
import type { AgentError, AgentErrorKind } from '@harness/core/kernel/agent'
import { codexError } from '../codex/codex-error.ts'
import { fieldsOf } from './acp-shapes.ts'

/** Codes of the protocol. */
const authRequired = -32000
const notFound = -32002

/** What other model servers say than those of Codex. The first one that fits. */
const meanings: readonly (readonly [AgentErrorKind, RegExp])[] = [
  ['context', /prompt is too long|input token count .* exceeds|too many tokens/i],
  ['billing', /credit balance|payment required/i],
  ['rate_limit', /resource_exhausted|rate_limit_error|too many requests/i],
  ['overloaded', /overloaded_error|\bUNAVAILABLE\b/],
  ['auth', /authentication|api key not valid|invalid api key|permission_error/i],
]

export function errorOfText(text: string, now: number): AgentError {
  const known = codexError(text, now, null)
  const kind = meanings.find(([, words]) => words.test(text))?.[0]
  return kind === undefined || known.kind === 'rate_limit' ? known : { ...known, kind }
}

/** An answer to a request of ours that is an error. */
export function errorOfAnswer(error: unknown, now: number): AgentError {
  const { code, message, data } = fieldsOf(error)
  const details = fieldsOf(data)
  const said = [details.message, details.details, data].find((it) => typeof it === 'string' && it !== '')
  const text = [message, said].filter((it) => typeof it === 'string' && it !== '').join(': ')
  if (code === authRequired) return { kind: 'auth', message: text }
  const told = errorOfText(text === '' ? 'the agent failed without a word' : text, now)
  return code === notFound && (told.kind === 'unknown' || told.kind === 'invalid')
    ? { ...told, kind: 'invalid', sessionLost: true }
    : told
}

/** Null if the agent ended its turn as it should. */
export function errorOfStop(reason: string | undefined): AgentError | null {
  switch (reason) {
    case 'end_turn':
      return null
    case 'cancelled':
      return { kind: 'aborted', message: 'the agent cancelled its turn' }
    case 'max_turn_requests':
      return { kind: 'max_turns', message: 'the agent used up the requests that its program allows' }
    case 'max_tokens':
      return { kind: 'context', message: 'the agent reached the length that its model allows' }
    case 'refusal':
      return { kind: 'invalid', message: 'the agent refused the request' }
    default:
      return { kind: 'unknown', message: `the agent stopped: ${reason ?? 'it did not say why'}` }
  }
}
