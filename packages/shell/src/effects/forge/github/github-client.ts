/**
 * Speaks GitHub's REST API, and its GraphQL API for what REST has not, with Node's own fetch. What may be asked twice is
 * asked again, a few times, if the network or the server failed; everything else that is no success throws ForgeError.
 */

import type { AgentError } from '@harness/core/kernel/agent'
import { jsonIn } from '@harness/formats/text/json-value'
import type { Clock } from '../../../machine/clock/clock.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import { errorOfAnswer, resetOf } from './github-answer.ts'
import { asAnswer } from './github-fields.ts'
import { graphqlUrl } from './github-place.ts'
import { type GithubToken, tokenAdvice } from './github-token.ts'

export interface GithubClientOptions {
  readonly apiUrl: string
  readonly repository: string
  readonly token: GithubToken
  readonly clock: Clock
  readonly timeoutMs?: number
  /** Before each further try; their number is the number of further tries. */
  readonly retryPausesMs?: readonly number[]
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/repos/<owner>/<name>`. */
  readonly path: string
  readonly body?: unknown
  /** Whether asking twice is as good as once; a GET always is. */
  readonly repeatable?: boolean
}

export interface GithubClient {
  ask(ask: Ask, signal: AbortSignal): Promise<unknown>
  /** All pages of a list; `pick` finds the list in a page. */
  list(path: string, pick: (page: unknown) => unknown, signal: AbortSignal): Promise<readonly unknown[]>
  /** The last bytes of a text of any length, such as a log, wherever GitHub keeps it. */
  tail(path: string, mostBytes: number, signal: AbortSignal): Promise<string>
  /** Asks for a change that GraphQL alone offers, once; why GitHub did not make it, null if it did. */
  mutate(query: string, variables: object, signal: AbortSignal): Promise<string | null>
}

const apiVersion = '2022-11-28'
const perPage = 100
const longestError = 64 * 1024
/** No real commit has more than 5 000 jobs. */
const mostPages = 50

export function githubClient(options: GithubClientOptions): GithubClient {
  const { apiUrl, repository, token, clock } = options
  const { timeoutMs = 30_000, retryPausesMs = [1_000, 4_000] } = options

  const rest = ({ method = 'GET', path, body }: Ask): Sent => {
    const below = `/repos/${repository}${path}`
    return { method, body, url: `${apiUrl}${below}`, asked: `${method} ${below}` }
  }

  const headersOf = (body: unknown): Record<string, string> => ({
    accept: 'application/vnd.github+json',
    'x-github-api-version': apiVersion,
    'user-agent': 'harness',
    ...(token.value === null ? {} : { authorization: `Bearer ${token.value}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  })

  async function once({ method, url, asked, body }: Sent, signal: AbortSignal): Promise<Page> {
    const { status, headers, text } = await answerOf(asked, () =>
      fetch(url, {
        method,
        headers: headersOf(body),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: method === 'GET' ? 'follow' : 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }),
    )
    const parsed = jsonIn(text)
    if (status < 200 || status >= 300)
      throw new ForgeError(
        errorOfAnswer({ status, headers, body: parsed, asked }, { repository, token, now: clock.now() }),
      )
    if (parsed === undefined && text !== '')
      throw failed('unknown', `GitHub's answer to ${asked} is not JSON: is ${apiUrl} the address of its API?`)
    return { body: parsed, headers, hasMore: /;\s*rel="next"/.test(headers.get('link') ?? '') }
  }

  async function again(ask: Ask, signal: AbortSignal): Promise<Page> {
    const sent = rest(ask)
    const mayRepeat = ask.repeatable ?? (ask.method ?? 'GET') === 'GET'
    for (const pauseMs of mayRepeat ? retryPausesMs : []) {
      try {
        return await once(sent, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!isTransient(error)) throw error
      }
      await clock.until(clock.now() + pauseMs, signal)
    }
    return lastTry(sent, signal)
  }

  async function lastTry(sent: Sent, signal: AbortSignal): Promise<Page> {
    try {
      return await once(sent, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  function requireToken(): void {
    if (token.value !== null) return
    throw failed(
      'auth',
      `There is no token for GitHub in ${token.variable}. ${tokenAdvice(token, repository)}`,
    )
  }

  return {
    async ask(ask, signal) {
      requireToken()
      return (await again(ask, signal)).body
    },
    async list(path, pick, signal) {
      requireToken()
      const found: unknown[] = []
      for (let page = 1; page <= mostPages; page++) {
        const joint = path.includes('?') ? '&' : '?'
        const { body, hasMore } = await again(
          { path: `${path}${joint}per_page=${perPage}&page=${page}` },
          signal,
        )
        const items = pick(body)
        if (!Array.isArray(items)) throw failed('unknown', `GitHub's answer to GET ${path} holds no list.`)
        found.push(...items)
        if (!hasMore) break
      }
      return found
    },
    async tail(path, mostBytes, signal) {
      requireToken()
      const sent = rest({ path })
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const ask = (url: string, headers: Record<string, string>): Promise<Response> =>
        fetch(url, { headers, redirect: 'manual', signal: within })
      try {
        const first = await ask(sent.url, headersOf(undefined))
        const place = first.status >= 300 && first.status < 400 ? first.headers.get('location') : null
        // The text is kept elsewhere, at an address that holds its own permission: the token is not for that place.
        const response = place === null ? first : await ask(new URL(place, sent.url).href, {})
        if (response.ok) return await tailOf(response, mostBytes)
        const { status, headers } = response
        const body = jsonIn(await tailOf(response, longestError))
        throw new ForgeError(
          errorOfAnswer(
            { status, headers, body, asked: sent.asked },
            { repository, token, now: clock.now() },
          ),
        )
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ForgeError) throw error
        throw unreachable(sent.asked, error)
      }
    },
    async mutate(query, variables, signal) {
      requireToken()
      const sent = {
        method: 'POST',
        url: graphqlUrl(apiUrl),
        asked: 'POST /graphql',
        body: { query, variables },
      }
      const { body, headers } = await lastTry(sent, signal)
      const { errors = [] } = asAnswer(body, 'answer') as { readonly errors?: readonly GraphqlError[] }
      const said = errors.map(({ message = '' }) => message).join('; ')
      if (errors.some(({ type }) => type === 'RATE_LIMITED')) {
        const resetsAt = resetOf(headers, clock.now())
        const error = { kind: 'rate_limit', message: `GitHub limits requests: ${said}` } as const
        throw new ForgeError(resetsAt === null ? error : { ...error, resetsAt })
      }
      return errors.length === 0 ? null : said
    },
  }
}

interface GraphqlError {
  readonly type?: string
  readonly message?: string
}

interface Sent {
  readonly method: string
  readonly url: string
  /** As people are told of it. */
  readonly asked: string
  readonly body?: unknown
}

interface Page {
  readonly body: unknown
  readonly headers: Headers
  readonly hasMore: boolean
}

const failed = (kind: AgentError['kind'], message: string, cause?: unknown): ForgeError =>
  new ForgeError({ kind, message }, { cause })

const isTransient = (error: unknown): boolean =>
  error instanceof ForgeError && (error.error.kind === 'network' || error.error.kind === 'overloaded')

async function answerOf(
  asked: string,
  call: () => Promise<Response>,
): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const response = await call()
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw unreachable(asked, error)
  }
}

const unreachable = (asked: string, error: unknown): ForgeError =>
  failed('network', `GitHub could not be reached for ${asked}: ${whyOf(error)}`, error)

/** The text may be larger than the memory: only its end is kept. */
async function tailOf(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    while (bytes - (chunks[0]?.length ?? 0) >= mostBytes) bytes -= chunks.shift()?.length ?? 0
  }
  const kept = Buffer.concat(chunks)
  if (kept.length <= mostBytes) return kept.toString('utf8')
  // A line that is cut could hold half of a secret.
  const end = kept.subarray(-mostBytes)
  return end.subarray(end.indexOf(0x0a) + 1).toString('utf8')
}

/** Node says only "fetch failed"; what failed is in the cause. */
function whyOf(error: unknown): string {
  const { message, cause, name } = error as { message?: string; cause?: unknown; name?: string }
  if (name === 'TimeoutError') return 'it did not answer in time'
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string }
  return [message, code, inner].filter((part) => part !== undefined && part !== '').join(', ')
}
