/** Holds `/openapi.json` to the rules of OpenAPI 3.1, so that tools can read it. */
import { describe, expect, it } from 'vitest'
import { openApiOf, routes } from './routes.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
}
interface Schema {
  readonly type: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
interface Operation {
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>
}
interface Document {
  readonly openapi: string
  readonly info: Readonly<Record<string, string>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const document = JSON.parse(JSON.stringify(openApiOf('1.2.3'))) as Document
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method} ${path}`, path, operation] as const),
)
const mediaType = /^[a-z]+\/[a-z.+-]+$/

describe('DL-13 the description of the control server', () => {
  it('DL-13 has the fields that OpenAPI 3.1 requires, and no others', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: '1.2.3' })
    const known = ['components', 'info', 'openapi', 'paths', 'security']
    expect(Object.keys(document).sort()).toEqual(known)
  })

  it('DL-13 names the token as a scheme that is described', () => {
    for (const requirement of document.security)
      for (const name of Object.keys(requirement))
        expect(document.components.securitySchemes[name]).toEqual({ type: 'http', scheme: 'bearer' })
    expect(document.security).not.toEqual([])
  })

  it('DL-13 describes every route once, at paths that no two templates share', () => {
    const described = operations.map(([name]) => name)
    expect([...described].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
    for (const path of Object.keys(document.paths))
      expect(path).toMatch(/^\/(?:[\w.-]+|\{\w+\})(?:\/(?:[\w.-]+|\{\w+\}))*$/)
  })

  it.each(operations)(
    'DL-13 %s has parameters that its path and the rules allow',
    (_, path, { parameters }) => {
      const names = parameters.map(({ name, in: where }) => `${where} ${name.toLowerCase()}`)
      expect(new Set(names).size).toBe(names.length)
      const inPath = parameters.filter((one) => one.in === 'path')
      const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name)).toEqual(templated)
      for (const { required } of inPath) expect(required).toBe(true)
      for (const { name, in: where, schema } of parameters) {
        expect(['path', 'query', 'header', 'cookie']).toContain(where)
        expect(schema).toEqual({ type: 'string' })
        // OpenAPI ignores these as parameters: they are described elsewhere.
        if (where === 'header') expect(name).not.toMatch(/^(?:accept|content-type|authorization)$/i)
      }
    },
  )

  it.each(operations)('DL-13 %s has a body and answers that the rules allow', (name, _, operation) => {
    const { summary, requestBody, responses } = operation
    const known = ['parameters', 'requestBody', 'responses', 'summary']
    expect(known).toEqual(expect.arrayContaining(Object.keys(operation)))
    expect(summary).not.toBe('')
    if (name.startsWith('get ')) expect(requestBody).toBeUndefined()
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
      expect(type).toMatch(mediaType)
      expect(schema.type).toBe('object')
      expect(Object.keys(schema.properties ?? {})).toEqual(
        expect.arrayContaining([...(schema.required ?? [])]),
      )
      for (const { type: kind, items } of Object.values(schema.properties ?? {}))
        expect([kind, items?.type]).toEqual(kind === 'array' ? ['array', 'string'] : ['string', undefined])
    }
    expect(Object.keys(responses).some((status) => /^2\d\d$/.test(status))).toBe(true)
    for (const [status, { description, content = {} }] of Object.entries(responses)) {
      expect(status).toMatch(/^(?:default|[1-5]\d\d)$/)
      expect(description).not.toBe('')
      for (const type of Object.keys(content)) expect(type).toMatch(mediaType)
    }
  })

  it('DL-13 every stream of events says that Last-Event-ID is heeded', () => {
    const streams = operations.filter(
      ([, , { responses }]) => 'text/event-stream' in (responses['200']?.content ?? {}),
    )
    expect(streams.map(([name]) => name).sort()).toEqual(['get /events', 'get /runs/{run}/events'])
    for (const [, , { parameters }] of streams)
      expect(parameters).toContainEqual(
        expect.objectContaining({ name: 'Last-Event-ID', in: 'header', required: false }),
      )
  })
})
