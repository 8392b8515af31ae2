/** Asks the control server of a daemon over its port, as a program with the token does. */
import { request } from 'node:http'
import { addressOf, tokenOf } from './daemon-repo.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is looked into freely.
  readonly body: any
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

/** With the token of the daemon that runs now, and as JSON, unless other headers are given. */
export const ask = (root: string, method: string, path: string, sent: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { headers = {}, body } = sent
    const given = { authorization: `Bearer ${tokenOf(root)}`, 'content-type': 'application/json', ...headers }
    const { port } = addressOf(root)
    const asked = request({ host: '127.0.0.1', port, method, path, headers: given as never }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => {
        const isJson = String(response.headers['content-type']).includes('json')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isJson ? JSON.parse(text) : text,
        })
      })
    })
    asked.once('error', reject)
    asked.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })

/** Taken from the server's own description, so that none is forgotten. */
export async function everyRoute(
  root: string,
): Promise<readonly (readonly [method: string, path: string])[]> {
  const { body } = await ask(root, 'GET', '/openapi.json')
  return Object.entries(body.paths as Readonly<Record<string, object>>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')] as const),
  )
}

/** What an agent says that needs a person. */
export const needsShopKey =
  'Almost.\n\nNEED credential: A key for the shop\nWhy: It refuses us.\nHow: Put SHOP_KEY into .env.'
