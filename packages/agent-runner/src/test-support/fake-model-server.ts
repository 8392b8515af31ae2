/**
 * A model server on loopback that answers as it is told and remembers what it was asked. It serves many scripts at
 * once, each under an address of its own, so that a late request of one test cannot take the answer of another.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  // biome-ignore lint/suspicious/noExplicitAny: a request is whatever the program under test sent.
  readonly body: any
}

export type Fault =
  /** An HTTP error with this body. */
  | { readonly type: 'status'; readonly status: number; readonly body: unknown; readonly headers?: Headers }
  /** The stream begins and is cut. */
  | { readonly type: 'drop' }
  /** The request is taken as if all were well, and the answer is no stream of events. */
  | { readonly type: 'garbage'; readonly text: string; readonly contentType: string }
  /** The request is taken and never answered. */
  | { readonly type: 'silence' }

type Headers = Readonly<Record<string, string>>

/** The answers in order, the last one for ever; or a function that sees the request. */
export type Answers<Answer> =
  | readonly (Answer | Fault)[]
  | ((request: ModelRequest, index: number) => Answer | Fault)

export interface PlayedScript {
  readonly url: string
  readonly requests: readonly ModelRequest[]
}

export interface FakeModelServer<Answer> {
  play(answers: Answers<Answer>): PlayedScript
  close(): Promise<void>
}

/**
 * `render` turns an answer into the events of a stream; a stream that is dropped gets as far as `begin` says. `aside` answers
 * what a program asks for itself, at any time: such a request belongs to no script.
 */
export async function fakeModelServer<Answer extends { readonly type: string }>(
  render: (answer: Answer, request: ModelRequest) => readonly string[],
  begin: (request: ModelRequest) => readonly string[],
  aside: (request: ModelRequest) => Answer | null = () => null,
): Promise<FakeModelServer<Answer>> {
  const scripts = new Map<string, { answers: Answers<Answer>; requests: ModelRequest[] }>()
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy())
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', ...rest] = (incoming.url ?? '').split('/')
    const script = scripts.get(name)
    if (script === undefined || incoming.method !== 'POST') {
      response.writeHead(404).end()
      return
    }
    const request = { path: `/${rest.join('/')}`, headers: incoming.headers, body: await bodyOf(incoming) }
    const own = aside(request)
    if (own !== null) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(render(own, request).join(''))
      return
    }
    const index = script.requests.push(request) - 1
    const { answers } = script
    const next = typeof answers === 'function' ? answers(request, index) : (answers[index] ?? answers.at(-1))
    if (next === undefined) throw new Error('a script without answers')
    if (isFault(next)) return fail(next, response, () => begin(request).join(''))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(render(next, request).join(''))
  }

  const port = await listen(server)
  let count = 0
  return {
    play(answers) {
      const name = `s${++count}`
      const requests: ModelRequest[] = []
      scripts.set(name, { answers, requests })
      return { url: `http://127.0.0.1:${port}/${name}`, requests }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function fail(fault: Fault, response: ServerResponse, head: () => string): void {
  switch (fault.type) {
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
      response.end(JSON.stringify(fault.body))
      return
    case 'drop':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      // Not before the client's system has taken what was written.
      response.write(head(), () => response.socket?.destroySoon())
      return
    case 'garbage':
      response.writeHead(200, { 'content-type': fault.contentType })
      response.end(fault.text)
      return
    case 'silence':
      return
  }
}

const isFault = (answer: { readonly type: string }): answer is Fault =>
  ['status', 'drop', 'garbage', 'silence'].includes(answer.type)

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
