/** What went wrong in a turn of Codex, in the words of the contract. Codex tells it as text only. */
import type { AgentError, AgentErrorKind } from '@harness/core/kernel/agent'
import { limitEnd } from '../../runner/limit-end.ts'

/** The first one that fits. */
const meanings: readonly (readonly [AgentErrorKind, RegExp])[] = [
  ['context', /context window|context_length_exceeded|ran out of room/i],
  ['billing', /quota|billing|upgrade to|insufficient_quota|out of credits|purchase credits/i],
  ['rate_limit', /usage limit|rate limit|\b429\b/i],
  [
    'auth',
    /\b40[13]\b|unauthorized|not logged in|log ?in again|sign ?in again|refresh token|missing environment variable/i,
  ],
  ['overloaded', /at capacity|overloaded|high demand|\b5\d\d\b/i],
  ['network', /stream disconnected|network|error sending request|connection|timed? ?out|dns/i],
  ['invalid', /\b4\d\d\b|invalid|not supported|does not exist|no rollout found|session .*not found/i],
]

const unknownSession = /no rollout found|session .*not found/i

/** `resetsAt` is when a window that is used up ends, if that is known. */
export function codexError(text: string, now: number, resetsAt: number | null): AgentError {
  const message = messageIn(text)
  // A usage limit comes with offers to buy more, which would read as a matter of billing.
  const kind = /usage limit/i.test(text) ? 'rate_limit' : meanings.find(([, words]) => words.test(text))?.[0]
  const status = /\b([45]\d\d)\b/.exec(text)?.[1]
  const ends = kind === 'rate_limit' ? (resetsAt ?? limitEnd(text, now)) : null
  return {
    kind: kind ?? 'unknown',
    message,
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(ends === null ? {} : { resetsAt: ends }),
    ...(kind === 'invalid' && unknownSession.test(text) ? { sessionLost: true } : {}),
  }
}

/** The server's answer, if the text is nothing but that, down to its message. */
function messageIn(text: string): string {
  try {
    const message = (JSON.parse(text) as { error?: { message?: unknown } }).error?.message
    return typeof message === 'string' ? message : text
  } catch {
    return text
  }
}
