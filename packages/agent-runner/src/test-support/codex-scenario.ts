/** The contract's scenarios, played by Codex's real agent program in front of a fake model server. */

import { type CodexOptions, codexProvider } from '../providers/codex/codex-provider.ts'
import type { AgentSandbox } from '../runner/confine.ts'
import type { EndTree } from '../runner/end-tree.ts'
import type { Provider } from '../runner/provider.ts'
import { type CleanEnvironment, cleanEnvironment, closedAfterAll, sdkFolders } from './agent-sdks.ts'
import type { Answers, Fault, ModelRequest, PlayedScript } from './fake-model-server.ts'
import { fakeOpenAiServer, type OpenAiAnswer, openAiError } from './fake-openai-server.ts'
import type { ProviderUnderTest, Scenario } from './provider.contract.ts'

export interface CodexUnderTest extends ProviderUnderTest {
  readonly env: CleanEnvironment
  /** A provider whose model answers like this. */
  play(
    answers: Answers<OpenAiAnswer>,
    more?: Partial<CodexOptions>,
  ): Promise<PlayedScript & { readonly provider: Provider }>
}

/** A model whose tools are plain functions and whose price is public. */
export const plainModel = 'gpt-5.5'

/** `sandbox` is null for an agent without a cell. */
export function codexUnderTest(endTree: EndTree, sandbox: AgentSandbox | null = null): CodexUnderTest {
  const server = closedAfterAll(fakeOpenAiServer)
  const environment = cleanEnvironment()
  const play: CodexUnderTest['play'] = async (answers, more = {}) => {
    const script = (await server()).play(answers)
    const provider = codexProvider({
      folders: sdkFolders,
      login: { CODEX_API_KEY: 'key-of-nobody' },
      modelProvider: { baseUrl: `${script.url}/v1`, keyName: 'CODEX_API_KEY' },
      sandbox,
      endTree,
      now: Date.now,
      ...more,
    })
    return { ...script, provider }
  }
  return {
    name: 'codex',
    get env() {
      return environment()
    },
    usd: 0.001_135,
    errors: ['rate_limit', 'overloaded', 'auth', 'billing', 'invalid', 'context', 'network'],
    play,
    async watched() {
      const { provider, requests } = await play([text('Done.')])
      const run: Provider['run'] = (request, onEvent) =>
        provider.run({ ...request, model: plainModel }, onEvent)
      return { provider: { ...provider, run }, pictures: () => requests.flatMap(picturesIn) }
    },
    async provider(scenario) {
      const { provider } = await play(answersOf(scenario))
      // An unknown model has no price.
      const model = scenario.type === 'answer' && scenario.usd === undefined ? 'model-of-nobody' : plainModel
      return {
        ...provider,
        run: (request, onEvent) => provider.run({ ...request, model: request.model ?? model }, onEvent),
      }
    },
  }
}

export function answersOf(scenario: Scenario): Answers<OpenAiAnswer> {
  switch (scenario.type) {
    case 'answer':
      return [
        scenario.usage === undefined
          ? text(scenario.text)
          : { ...text(scenario.text), usage: scenario.usage },
      ]
    case 'structured':
      return [text(JSON.stringify(scenario.value))]
    case 'write':
      return [addFile(scenario.path, scenario.text), exec(shellWrite(scenario)), text('Done.')]
    case 'run':
      return ({ body }) =>
        JSON.stringify(body.input).includes('_call_output"') ? text('Done.') : exec(scenario.line)
    case 'silence':
      return [{ type: 'silence' }]
    case 'fail':
      return [failing(scenario)]
  }
}

export const text = (said: string): OpenAiAnswer & { type: 'text' } => ({ type: 'text', text: said })

export const exec = (cmd: string): OpenAiAnswer & { type: 'exec' } => ({ type: 'exec', cmd })

export const picturesIn = ({ body }: ModelRequest): readonly string[] =>
  body.input
    .flatMap((item: { readonly content?: unknown }) => item.content ?? [])
    .filter((part: { readonly type?: string }) => part.type === 'input_image')
    .map((part: { readonly image_url: string }) => part.image_url.replace(/^data:image\/png;base64,/, ''))

export const addFile = (path: string, held: string): OpenAiAnswer => ({
  type: 'patch',
  patch: [
    '*** Begin Patch',
    `*** Add File: ${path}`,
    ...held
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}`),
    '*** End Patch',
  ].join('\n'),
})

const shellWrite = (file: { readonly path: string; readonly text: string }): string =>
  `mkdir -p "$(dirname ${file.path})" && printf '%s' '${file.text}' > ${file.path}`

function failing({ kind, resetsInMs }: Scenario & { type: 'fail' }): OpenAiAnswer | Fault {
  switch (kind) {
    case 'rate_limit':
      return resetsInMs === null ? openAiError(429, { message: 'Too many requests' }) : fullWindow(resetsInMs)
    case 'overloaded':
      return { type: 'failed', code: 'server_is_overloaded', message: 'Our servers are overloaded.' }
    case 'auth':
      return openAiError(401, { message: 'Incorrect API key provided', code: 'invalid_api_key' })
    case 'billing':
      return openAiError(429, {
        message: 'You exceeded your current quota.',
        code: 'insufficient_quota',
        type: 'insufficient_quota',
      })
    case 'invalid':
      return openAiError(400, { message: 'Unknown parameter', type: 'invalid_request_error' })
    case 'context':
      return {
        type: 'failed',
        code: 'context_length_exceeded',
        message: 'Your input exceeds the context window.',
      }
    case 'network':
      return { type: 'drop' }
    default:
      throw new Error(`Codex cannot be made to fail with ${kind}`)
  }
}

/** What the server tells those with a subscription when their window is used up. */
export function fullWindow(resetsInMs: number): Fault {
  const at = Math.round((Date.now() + resetsInMs) / 1000)
  return {
    type: 'status',
    status: 429,
    body: {
      error: { type: 'usage_limit_reached', message: 'The usage limit has been reached', resets_at: at },
    },
    headers: {
      'x-codex-primary-used-percent': '100',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': String(at),
    },
  }
}

/** Whether each command of the agent's shell ran and ended with 0, in order, as the model was told. */
export const commandsThatRan = (requests: readonly ModelRequest[]): readonly boolean[] =>
  (requests.at(-1)?.body.input ?? [])
    .filter((item: { readonly type?: string }) => item.type === 'function_call_output')
    .map((item: { readonly output?: unknown }) => /exited with code 0\b/.test(JSON.stringify(item.output)))
