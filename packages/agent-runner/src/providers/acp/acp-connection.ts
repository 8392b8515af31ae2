/** Speaks JSON-RPC with an agent's program over its standard input and output. Lets only sound messages through. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import type { PermissionAnswer } from './acp-permission.ts'
import { type AcpUpdate, fieldsOf } from './acp-shapes.ts'

export interface AcpConnection {
  /** Rejects with the agent's error, or if the connection ends. */
  request(method: string, params: object): Promise<unknown>
  notify(method: string, params: object): Promise<void>
  close(): void
}

export interface AcpListener {
  hear(update: AcpUpdate): void
  permit(call: AcpUpdate, options: readonly { optionId: string; kind: string }[]): PermissionAnswer
}

/** The longest message that is read. */
const maxMessageBytes = 16 * 1024 * 1024

export async function connectAcp(
  child: ChildProcessWithoutNullStreams,
  listener: AcpListener,
): Promise<AcpConnection> {
  const { client, ndJsonStream } = await import('@agentclientprotocol/sdk')
  const bytes = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
  const stream = ndJsonStream(Writable.toWeb(child.stdin), bytes, { maxMessageBytes })
  const connection = client({ name: 'harness' })
    .onRequest('session/request_permission', ({ params }) => ({
      outcome: listener.permit(params.toolCall, params.options),
    }))
    .connect(soundOnly(stream, listener))
  return {
    request: (method, params) => connection.agent.request(method, params),
    notify: (method, params) => connection.agent.notify(method, params),
    close: () => connection.close(),
  }
}

/**
 * The SDK prints what it does not understand on the terminal, in the program's words. So it gets requests and answers
 * only, and updates are heard here: one of a later version is no reason to complain.
 */
function soundOnly({ readable, writable }: Stream, { hear }: AcpListener): Stream {
  const asked = new Set<unknown>()
  const noted = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      if ('method' in message && 'id' in message) asked.add(message.id)
      controller.enqueue(message)
    },
  })
  const sound = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      if (message.jsonrpc !== '2.0') return
      if (isRequest(message) || isAnswer(message, asked)) controller.enqueue(message)
      else if ('method' in message && message.method === 'session/update')
        hear(fieldsOf(fieldsOf(message.params).update))
    },
  })
  // The connection hears of a broken pipe by the end of the program.
  noted.readable.pipeTo(writable).catch(() => {})
  return { readable: readable.pipeThrough(sound), writable: noted.writable }
}

const isRequest = (message: AnyMessage): boolean =>
  'method' in message && typeof message.method === 'string' && 'id' in message

const isAnswer = (message: AnyMessage, asked: Set<unknown>): boolean =>
  !('method' in message) && ('result' in message || 'error' in message) && asked.delete(message.id)
