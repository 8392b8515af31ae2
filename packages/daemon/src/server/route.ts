/** Owns what a route of the control server is. The description in `/openapi.json` and the tests are made from the table. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { LiveDaemon } from '../loop/live-daemon.ts'
import type { DaemonOutside } from '../place/outside.ts'
import type { EventHub } from './event-hub.ts'
import type { Snapshot } from './snapshot.ts'

export interface Route {
  readonly method: 'get' | 'post'
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly summary: string
  readonly query?: readonly string[]
  /** Headers that it heeds beside those of every request, with what each is for. */
  readonly headers?: Readonly<Record<string, string>>
  /** The fields of the body, with what each is; absent if there is no body. */
  readonly body?: Readonly<Record<string, BodyField>>
  /** What it answers with if it can; 200 and JSON if absent. */
  readonly status?: 200 | 202
  readonly type?: string
  handle(asked: Asked, server: Serving): Promise<Answer>
}

export interface BodyField {
  readonly type: 'string' | 'array'
  readonly required: boolean
  readonly description: string
}

export interface Asked {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  /** Checked against the route's fields. */
  readonly body: Readonly<Record<string, unknown>>
}

export type WholeAnswer =
  | { readonly type: 'json'; readonly value: unknown; readonly status?: Status }
  | { readonly type: 'text'; readonly text: string; readonly contentType: string }

export type Answer =
  | WholeAnswer
  /** The route writes the answer itself, as long as the client listens. Another answer if it wrote nothing. */
  | { readonly type: 'stream'; follow(client: ServerResponse): Promise<WholeAnswer | null> }

export type Status = 200 | 202 | 400 | 403 | 404 | 409 | 503

export interface Serving {
  readonly daemon: LiveDaemon
  readonly outside: DaemonOutside
  /** In whose name words are given. */
  readonly by: string
  snapshot(): Promise<Snapshot>
  /** The same as JSON. Many who ask at once share it. */
  stateText(): Promise<string>
  /** The events of one run, or of the daemon if the run is null. Null if there is no such run. */
  hubOf(run: string | null): Promise<EventHub | null>
  clients(): number
  /** Told of each request that failed for no reason that its sender could know. */
  failed(what: string): void
  openApi(): object
}

export const json = (value: unknown, status: Status = 200): WholeAnswer => ({ type: 'json', value, status })

export const problem = (status: Status, code: string, message: string, next = ''): WholeAnswer =>
  json({ ok: false, error: { code, message, next } }, status)
