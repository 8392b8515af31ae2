/**
 * Posts a notice to the operator's webhook, signed: `Harness-Signature: sha256=<HMAC of "<timestamp>.<body>">`. One attempt.
 * What the server says is not read, and it cannot redirect a notice elsewhere.
 */
import { createHmac } from 'node:crypto'

export interface WebhookPost {
  readonly url: string
  readonly secret: string
  /** Stays the same however often it is sent: a receiver drops what it has had. */
  readonly id: string
  readonly kind: string
  readonly body: string
  readonly now: number
  readonly signal: AbortSignal
}

export type WebhookEnd =
  | { readonly type: 'sent' }
  /** `final`: it would be the same again. */
  | { readonly type: 'failed'; readonly problem: string; readonly final: boolean }

const patienceMs = 10_000

export async function sendWebhook(post: WebhookPost): Promise<WebhookEnd> {
  const { url, id, kind, body, now, signal } = post
  const timestamp = String(Math.floor(now / 1000))
  const patience = new AbortController()
  const enough = setTimeout(() => patience.abort(), patienceMs)
  try {
    const { status, body: answer } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'harness-event': kind,
        'harness-event-id': id,
        'harness-timestamp': timestamp,
        'harness-signature': signatureOf(post.secret, timestamp, body),
      },
      body,
      signal: AbortSignal.any([signal, patience.signal]),
    })
    await answer?.cancel()
    if (status >= 200 && status < 300) return { type: 'sent' }
    const mayChange = status >= 500 || status === 429 || status === 408 || status === 425
    return { type: 'failed', problem: `it answered with ${status}`, final: !mayChange }
  } catch (error) {
    signal.throwIfAborted()
    const problem = patience.signal.aborted
      ? `it did not answer within ${patienceMs / 1000} seconds`
      : causeOf(error)
    return { type: 'failed', problem, final: false }
  } finally {
    clearTimeout(enough)
  }
}

export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.code ?? cause?.message ?? (error as Error).message
}
