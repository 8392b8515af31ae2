/** The part of the OpenAI Responses API that an agent uses, streaming, on loopback. */
import type { Usage } from '@harness/core/kernel/agent'
import { type FakeModelServer, type Fault, fakeModelServer, type ModelRequest } from './fake-model-server.ts'

export type OpenAiAnswer =
  | { readonly type: 'text'; readonly text: string; readonly usage?: Usage }
  /** A line for the agent's shell. */
  | { readonly type: 'exec'; readonly cmd: string; readonly usage?: Usage }
  /** A tool of a tool server. */
  | { readonly type: 'tool'; readonly server: string; readonly name: string; readonly usage?: Usage }
  | { readonly type: 'patch'; readonly patch: string; readonly usage?: Usage }
  /** A program for the newer models, which reach their tools through JavaScript. */
  | { readonly type: 'js'; readonly js: string; readonly usage?: Usage }
  /** A failure that the stream itself tells. */
  | { readonly type: 'failed'; readonly code: string; readonly message: string }

export const fakeOpenAiServer = (): Promise<FakeModelServer<OpenAiAnswer>> =>
  fakeModelServer<OpenAiAnswer>(
    streamOf,
    () => [
      event('response.created', { response: { id: 'resp_cut' } }),
      event('response.output_text.delta', { delta: 'I was about' }),
    ],
    titleFor,
  )

/** An agent asks for a title of its session whenever it likes, beside the turn. */
function titleFor({ body }: ModelRequest): OpenAiAnswer | null {
  const fields = body.text?.format?.schema?.properties ?? {}
  return Object.keys(fields).join() === 'title' ? { type: 'text', text: '{"title": "A small task"}' } : null
}

const aLittle: Usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 }
let count = 0

function streamOf(answer: OpenAiAnswer): readonly string[] {
  const id = `resp_${++count}`
  if (answer.type === 'failed') {
    const error = { code: answer.code, message: answer.message }
    return [
      event('response.created', { response: { id } }),
      event('response.failed', { response: { id, error } }),
    ]
  }
  return [
    event('response.created', { response: { id } }),
    event('response.output_item.done', { item: itemOf(answer) }),
    event('response.completed', { response: { id, usage: usageOf(answer.usage ?? aLittle) } }),
  ]
}

function itemOf(answer: Exclude<OpenAiAnswer, { type: 'failed' }>): object {
  const id = ++count
  switch (answer.type) {
    case 'text':
      return {
        type: 'message',
        role: 'assistant',
        id: `msg_${id}`,
        content: [{ type: 'output_text', text: answer.text }],
      }
    case 'exec':
      return {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: answer.cmd }),
      }
    case 'tool':
      return {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        namespace: `mcp__${answer.server}`,
        name: answer.name,
        arguments: '{}',
      }
    case 'patch':
      return customCall(id, 'apply_patch', answer.patch)
    case 'js':
      return customCall(id, 'exec', answer.js)
  }
}

const customCall = (id: number, name: string, input: string): object => ({
  type: 'custom_tool_call',
  id: `ct_${id}`,
  call_id: `call_${id}`,
  name,
  input,
})

/** Of the input tokens some came from the cache; the API counts them among the input. */
const usageOf = (usage: Usage): object => {
  const input = usage.input + usage.cacheRead + usage.cacheWrite
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + usage.output,
  }
}

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

export const openAiError = (
  status: number,
  error: { readonly message: string; readonly type?: string; readonly code?: string },
  headers: Readonly<Record<string, string>> = {},
): Fault => ({ type: 'status', status, body: { error }, headers })
