/** The part of the Anthropic Messages API that an agent uses, streaming, on loopback. */
import type { Usage } from '@harness/core/kernel/agent'
import { type FakeModelServer, type Fault, fakeModelServer, type ModelRequest } from './fake-model-server.ts'

export type AnthropicAnswer =
  | { readonly type: 'text'; readonly text: string; readonly usage?: Usage }
  | {
      readonly type: 'tool'
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
      readonly usage?: Usage
    }

export const fakeAnthropicServer = (): Promise<FakeModelServer<AnthropicAnswer>> =>
  fakeModelServer<AnthropicAnswer>(streamOf, (request) => [
    begin(request, aLittle),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'I was about' } }),
  ])

const aLittle: Usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 }
let count = 0

function streamOf(answer: AnthropicAnswer, request: ModelRequest): readonly string[] {
  const usage = answer.usage ?? aLittle
  return [
    begin(request, usage),
    ...blockOf(answer),
    event('message_delta', {
      delta: { stop_reason: answer.type === 'tool' ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    event('message_stop', {}),
  ]
}

const begin = (request: ModelRequest, usage: Usage): string =>
  event('message_start', {
    message: {
      id: `msg_${++count}`,
      type: 'message',
      role: 'assistant',
      model: request.body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input,
        output_tokens: 1,
        cache_read_input_tokens: usage.cacheRead,
        cache_creation_input_tokens: usage.cacheWrite,
      },
    },
  })

/** What a block holds comes in deltas; the agent's program ignores what stands in the start event. */
function blockOf(answer: AnthropicAnswer): readonly string[] {
  const [start, delta] =
    answer.type === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: answer.text },
        ]
      : [
          { type: 'tool_use', id: `toolu_${++count}`, name: answer.name, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) },
        ]
  return [
    event('content_block_start', { index: 0, content_block: start }),
    event('content_block_delta', { index: 0, delta }),
    event('content_block_stop', { index: 0 }),
  ]
}

/** Without its `event:` line an event is not seen. */
const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

export const anthropicError = (
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Fault => ({ type: 'status', status, body: { type: 'error', error: { type, message } }, headers })
