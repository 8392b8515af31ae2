/** Asks for one address and holds the answer against what is expected of it. Bounded in time and size, follows nothing. */
import { get, type RequestOptions } from 'node:http'
import type { SmokeUrl } from '@harness/core/effects/smoke-test'
import { oneLine } from '@harness/core/kernel/one-line'

const longestBody = 2 * 1024 * 1024
const shownChars = 200

/** What was expected and what came, in a sentence; null if it is as expected. */
export async function askUrl(
  url: SmokeUrl,
  timeoutMs: number,
  signal: AbortSignal,
  way: RequestOptions = { agent: false },
): Promise<string | null> {
  const answer = await fetched(url.url, timeoutMs, signal, way)
  const expected = `GET ${url.url}: expected ${url.expectStatus}`
  if (typeof answer === 'string') return `${expected}, but ${answer}.`
  if (answer.status !== url.expectStatus) return `${expected}, got ${answer.status}${begins(answer.body)}`
  if (url.expectText === null || answer.body.includes(url.expectText)) return null
  return `GET ${url.url}: expected the text ${JSON.stringify(url.expectText)}, which is not in it${begins(answer.body)}`
}

const begins = (body: string): string => {
  const text = oneLine(body)
  return text === '' ? ' (empty).' : `; it begins with: ${text.slice(0, shownChars)}`
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** The answer, or why there is none. The time covers all of it: a server that drips bytes is no answer either. */
function fetched(
  url: string,
  timeoutMs: number,
  signal: AbortSignal,
  way: RequestOptions,
): Promise<Answer | string> {
  return new Promise((resolve) => {
    const request = get(url, { ...way, signal }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > longestBody) request.destroy()
      })
      // Whatever cut it short: what has come is judged.
      response.once('close', () =>
        say({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    const timer = setTimeout(() => {
      say(`it did not answer within ${timeoutMs / 1000} s`)
      request.destroy()
    }, timeoutMs)
    const say = (answer: Answer | string): void => {
      clearTimeout(timer)
      resolve(answer)
    }
    request.once('error', (error) => say(`no answer (${error.message})`))
  })
}
