/** The routes as a web application. What may come in was decided before: the guard looks at each request first. */

import type { ServerResponse } from 'node:http'
import { UserError } from '@harness/core/kernel/user-error'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { mostBodyBytes } from './guard.ts'
import type { BodyField, Route, Serving, WholeAnswer } from './route.ts'
import { routes } from './routes.ts'
import { send, sendJson } from './send.ts'

interface Refusal {
  readonly ok: false
  readonly error: { readonly code: string; readonly message: string; readonly next: string }
}

export const refusalBody = (code: string, message: string, next = ''): Refusal => ({
  ok: false,
  error: { code, message, next },
})

type Asking = Pick<Context<{ Bindings: HttpBindings }>, 'env'>

/** More clients than any dashboard has, and not so many that they are a load. */
const mostClients = 256

export function controlApp(server: Serving): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const refuse = ({ env }: Asking, status: number, code: string, message: string, next = ''): Response => {
    sendJson(env.outgoing, status, refusalBody(code, message, next))
    return RESPONSE_ALREADY_SENT
  }
  app.notFound((c) => refuse(c, 404, 'unknown-route', 'There is no such route.', 'GET /openapi.json'))
  app.onError((error, c) => {
    if (error instanceof UserError) return refuse(c, 409, error.code, error.message, error.next)
    server.failed(`${c.req.method} ${c.req.path}: ${error.message}`)
    return refuse(c, 500, 'failed', 'The daemon could not do that. Its log says why.')
  })
  for (const route of routes) {
    app.on(route.method.toUpperCase(), route.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const text = route.method === 'get' ? '' : await textFrom(c.env.incoming)
      if (text === null) return refuse(c, 413, 'too-large', `A body has at most ${mostBodyBytes} bytes.`)
      const body = await bodyIn(route, text)
      if (typeof body === 'string') return refuse(c, 400, 'body-invalid', body)
      // The headers as they came: copied into an object of their own they cost as much as all the rest.
      const { incoming, outgoing } = c.env
      const asked = { params: c.req.param(), query: c.req.query(), headers: incoming.headers, body }
      const answer = await route.handle(asked, server)
      if (answer.type !== 'stream') return told(outgoing, answer)
      if (server.clients() >= mostClients)
        return refuse(c, 503, 'too-many-clients', `At most ${mostClients} clients follow events.`)
      const instead = await answer.follow(outgoing)
      return instead === null ? RESPONSE_ALREADY_SENT : told(outgoing, instead)
    })
  }
  return app
}

/** Written as it is, and not as a Response, which would be read again as a stream. */
function told(client: ServerResponse, answer: WholeAnswer): Response {
  if (answer.type === 'json') sendJson(client, answer.status ?? 200, answer.value)
  else send(client, 200, answer.contentType, answer.text)
  return RESPONSE_ALREADY_SENT
}

/** Empty if nothing was sent. Null if it is too large: the rest is read then, and not kept. */
async function textFrom(request: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= mostBodyBytes) chunks.push(chunk)
  }
  return size > mostBodyBytes ? null : Buffer.concat(chunks).toString('utf8')
}

/** The body's fields, or what is wrong with it. */
async function bodyIn({ method, body: fields = {} }: Route, text: string) {
  if (method === 'get' || text.trim() === '') return missingIn(fields, {}) ?? {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'The body is not JSON.'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The body is not a JSON object.'
  const given: Readonly<Record<string, unknown>> = { ...value }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined)
    return `The field ${JSON.stringify(unknown)} is not known. Known: ${Object.keys(fields).join(', ') || 'none'}.`
  return missingIn(fields, given) ?? given
}

function missingIn(
  fields: Readonly<Record<string, BodyField>>,
  given: Readonly<Record<string, unknown>>,
): string | null {
  for (const [name, { type, required }] of Object.entries(fields)) {
    const value = given[name]
    if (value === undefined && !required) continue
    if (type === 'string' && typeof value !== 'string') return `The field ${name} is a text.`
    const isWords = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    if (type === 'array' && !isWords) return `The field ${name} is a list of texts.`
  }
  return null
}
