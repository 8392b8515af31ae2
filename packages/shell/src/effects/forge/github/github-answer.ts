/** Owns what an answer of GitHub that is no success means: its class, what to do, and when a limit ends. */
import type { AgentError } from '@harness/core/kernel/agent'
import { type GithubToken, tokenAdvice } from './github-token.ts'

export interface FailedAnswer {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  /** Parsed if it was JSON. */
  readonly body: unknown
  /** Such as `GET /repos/o/n/pulls/1`. */
  readonly asked: string
}

interface Asker {
  readonly repository: string
  readonly token: GithubToken
  readonly now: number
}

export function errorOfAnswer(answer: FailedAnswer, asker: Asker): AgentError {
  const { status, asked } = answer
  const said = saidIn(answer.body)
  const told = `GitHub answered ${status} to ${asked}${said === '' ? '' : `: ${said}`}`
  const error = (kind: AgentError['kind'], next = ''): AgentError => ({
    kind,
    message: next === '' ? told : `${told}. ${next}`,
    status,
  })
  if (isRateLimit(answer, said)) {
    const resetsAt = resetOf(answer.headers, asker.now)
    return { ...error('rate_limit'), ...(resetsAt === null ? {} : { resetsAt }) }
  }
  switch (status) {
    case 401:
      return error(
        'auth',
        `The token in ${asker.token.variable} is not accepted. ${tokenAdvice(asker.token, asker.repository)}`,
      )
    case 403:
      return error(
        'auth',
        `The token in ${asker.token.variable} may not do that${permissionIn(answer.headers)}. ${tokenAdvice(asker.token, asker.repository)}`,
      )
    case 404:
    case 410:
      return error(
        'invalid',
        `There is no such thing in ${asker.repository}, or the token in ${asker.token.variable} has no access to it. Correct forge.repository in harness.config.json, or give the token access to that repository.`,
      )
    case 408:
      return error('network')
  }
  if (status >= 500) return error('overloaded')
  return status >= 300 && status < 400
    ? error(
        'invalid',
        'The repository has moved: set forge.repository in harness.config.json to its new name.',
      )
    : error('invalid')
}

function isRateLimit({ status, headers }: FailedAnswer, said: string): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  return (
    headers.get('retry-after') !== null ||
    headers.get('x-ratelimit-remaining') === '0' ||
    /rate limit|abuse detection/i.test(said)
  )
}

/** In milliseconds since the epoch; null if the answer does not say. */
export function resetOf(headers: Pick<Headers, 'get'>, now: number): number | null {
  const after = headers.get('retry-after')
  if (after !== null) {
    const at = /^\d+$/.test(after.trim()) ? now + 1000 * Number(after) : Date.parse(after)
    if (Number.isFinite(at)) return at
  }
  const reset = headers.get('x-ratelimit-reset')
  const used = headers.get('x-ratelimit-remaining') === '0'
  return used && reset !== null && /^\d+$/.test(reset.trim()) ? 1000 * Number(reset) : null
}

function permissionIn(headers: Pick<Headers, 'get'>): string {
  const needed = headers.get('x-accepted-github-permissions') ?? headers.get('x-accepted-oauth-scopes')
  return needed === null || needed.trim() === '' ? '' : `; it needs ${needed.trim()}`
}

const longest = 1_000

/** GitHub's own message, with what it says about single fields. */
function saidIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { message, errors } = body as { message?: unknown; errors?: unknown }
  const fields = Array.isArray(errors) ? errors.map(fieldError).filter((text) => text !== '') : []
  return [typeof message === 'string' ? message : '', fields.join(', ')]
    .filter((text) => text !== '')
    .join(' — ')
    .slice(0, longest)
}

function fieldError(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const { message, resource, field, code } = error as Record<string, unknown>
  const where = [resource, field].filter((part) => typeof part === 'string').join('.')
  return [where, typeof message === 'string' ? message : code]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(': ')
}
