/** The routes as a web application. What may come in was decided before: the guard looks at each request first. */

import { UserError } from '@harness/core/kernel/user-error'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { mostBodyBytes } from './guard.ts'
import type { Answer, BodyField, Route, Serving } from './route.ts'
import { routes } from './routes.ts'

interface Refusal {
  readonly ok: false
  readonly error: { readonly code: string; readonly message: string; readonly next: string }
}

export const refusalBody = (code: string, message: string, next = ''): Refusal => ({
  ok: false,
  error: { code, message, next },
})

/** More clients than any dashboard has, and not so many that they are a load. */
const mostClients = 256

export function controlApp(server: Serving): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.notFound((c) =>
    c.json(refusalBody('unknown-route', 'There is no such route.', 'GET /openapi.json'), 404),
  )
  app.onError((error, c) => {
    if (error instanceof UserError) return c.json(refusalBody(error.code, error.message, error.next), 409)
    server.failed(`${c.req.method} ${c.req.path}: ${error.message}`)
    return c.json(refusalBody('failed', 'The daemon could not do that. Its log says why.'), 500)
  })
  for (const route of routes) {
    app.on(route.method.toUpperCase(), route.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const text = route.method === 'get' ? '' : await textFrom(c.env.incoming)
      if (text === null)
        return c.json(refusalBody('too-large', `A body has at most ${mostBodyBytes} bytes.`), 413)
      const body = await bodyIn(route, text)
      if (typeof body === 'string') return c.json(refusalBody('body-invalid', body), 400)
      const asked = { params: c.req.param(), query: c.req.query(), headers: c.req.header(), body }
      return answerWith(await route.handle(asked, server))
      async function answerWith(answer: Answer): Promise<Response> {
        if (answer.type === 'json') return c.json(answer.value as object, answer.status ?? 200)
        if (answer.type === 'text') return c.body(answer.text, 200, { 'content-type': answer.contentType })
        if (server.clients() >= mostClients)
          return c.json(refusalBody('too-many-clients', `At most ${mostClients} clients follow events.`), 503)
        const instead = await answer.follow(c.env.outgoing as never)
        return instead === null ? RESPONSE_ALREADY_SENT : answerWith(instead)
      }
    })
  }
  return app
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
