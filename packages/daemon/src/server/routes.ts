/** Owns the table of all routes, and their description for other programs. */
import { daemonRoutes } from './daemon-routes.ts'
import type { Route } from './route.ts'
import { runRoutes } from './run-routes.ts'

export const routes: readonly Route[] = [...daemonRoutes, ...runRoutes]

export const openApiOf = (version: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'harness daemon',
    version,
    description: 'Looks at unattended work, steers it and answers gates.',
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: Object.fromEntries(
    [...new Set(routes.map(({ path }) => path))].map((path) => [
      path,
      Object.fromEntries(
        routes.filter((route) => route.path === path).map((route) => [route.method, described(route)]),
      ),
    ]),
  ),
})

const described = ({
  path,
  summary,
  query = [],
  headers = {},
  body,
  status = 200,
  type = 'application/json',
}: Route): object => ({
  summary,
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...query.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    })),
  ],
  ...(body === undefined ? {} : { requestBody: bodyOf(body) }),
  responses: {
    [status]: { description: 'Done.', content: { [type]: {} } },
    default: { description: 'Refused: {ok: false, error: {code, message, next}}.' },
  },
})

const bodyOf = (fields: NonNullable<Route['body']>): object => ({
  required: Object.values(fields).some(({ required }) => required),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        required: Object.keys(fields).filter((name) => fields[name]?.required === true),
        properties: Object.fromEntries(
          Object.entries(fields).map(([name, { type, description }]) => [
            name,
            { type, description, ...(type === 'array' ? { items: { type: 'string' } } : {}) },
          ]),
        ),
      },
    },
  },
})
