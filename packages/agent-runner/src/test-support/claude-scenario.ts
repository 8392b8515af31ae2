/** The contract's scenarios, played by Claude's real agent program in front of a fake model server. */

import { type ClaudeOptions, claudeProvider } from '../providers/claude/claude-provider.ts'
import type { AgentSandbox } from '../runner/confine.ts'
import type { EndTree } from '../runner/end-tree.ts'
import type { Provider } from '../runner/provider.ts'
import { type CleanEnvironment, cleanEnvironment, closedAfterAll, sdkFolders } from './agent-sdks.ts'
import { type AnthropicAnswer, anthropicError, fakeAnthropicServer } from './fake-anthropic-server.ts'
import type { Answers, Fault, ModelRequest, PlayedScript } from './fake-model-server.ts'
import type { ProviderUnderTest, Scenario } from './provider.contract.ts'

export interface ClaudeUnderTest extends ProviderUnderTest {
  readonly env: CleanEnvironment
  /** A provider whose model answers like this. */
  play(
    answers: Answers<AnthropicAnswer>,
    more?: Partial<ClaudeOptions>,
  ): Promise<PlayedScript & { readonly provider: Provider }>
}

/** `sandbox` is null for an agent without a cell. */
export function claudeUnderTest(endTree: EndTree, sandbox: AgentSandbox | null = null): ClaudeUnderTest {
  const server = closedAfterAll(fakeAnthropicServer)
  const environment = cleanEnvironment()
  const play: ClaudeUnderTest['play'] = async (answers, more = {}) => {
    const script = (await server()).play(answers)
    const login = { ANTHROPIC_API_KEY: 'key-of-nobody', ...more.login, ANTHROPIC_BASE_URL: script.url }
    return {
      ...script,
      provider: claudeProvider({ folders: sdkFolders, sandbox, endTree, now: Date.now, ...more, login }),
    }
  }
  return {
    name: 'claude',
    get env() {
      return environment()
    },
    usd: 0.000_826,
    errors: ['rate_limit', 'overloaded', 'auth', 'billing', 'invalid', 'context', 'network', 'max_turns'],
    play,
    async watched() {
      const { provider, requests } = await play([text('Done.')])
      return { provider, pictures: () => requests.flatMap(picturesIn) }
    },
    async provider(scenario) {
      const { provider } = await play(answersOf(scenario), optionsOf(scenario))
      // An unknown model has no price.
      const model = scenario.type === 'answer' && scenario.usd === undefined ? 'model-of-nobody' : null
      return {
        ...provider,
        run: (request, onEvent) => provider.run({ ...request, model: request.model ?? model }, onEvent),
      }
    },
  }
}

function answersOf(scenario: Scenario): Answers<AnthropicAnswer> {
  switch (scenario.type) {
    case 'answer':
      return [
        scenario.usage === undefined
          ? text(scenario.text)
          : { ...text(scenario.text), usage: scenario.usage },
      ]
    case 'structured':
      return [{ type: 'tool', name: 'StructuredOutput', input: scenario.value as Record<string, unknown> }]
    case 'write':
      return (request, index) => writing(scenario, request)[index] ?? text('Done.')
    case 'run':
      // A program that sends its first request twice is told the same twice.
      return ({ body }) =>
        JSON.stringify(body.messages).includes('"type":"tool_result"') ? text('Done.') : bash(scenario.line)
    case 'silence':
      return [{ type: 'silence' }]
    case 'fail':
      return [failing(scenario)]
  }
}

/** By the tool for it, and by the shell in case there is only that. */
const writing = (file: { readonly path: string; readonly text: string }, request: ModelRequest) => [
  {
    type: 'tool' as const,
    name: 'Write',
    input: { file_path: `${cwdIn(request)}/${file.path}`, content: file.text },
  },
  bash(`mkdir -p "$(dirname ${file.path})" && printf '%s' '${file.text}' > ${file.path}`),
]

const picturesIn = ({ body }: ModelRequest): readonly string[] =>
  body.messages
    .flatMap((message: { readonly content: unknown }) => message.content)
    .filter((block: { readonly type?: string }) => block.type === 'image')
    .map((block: { readonly source: { readonly data: string } }) => block.source.data)

export const cwdIn = (request: ModelRequest): string =>
  /working directory: (.+?)\\n/.exec(JSON.stringify(request.body.messages))?.[1] ?? '/nowhere'

export const text = (said: string): AnthropicAnswer => ({ type: 'text', text: said })

export const bash = (command: string, more: Readonly<Record<string, unknown>> = {}): AnthropicAnswer => ({
  type: 'tool',
  name: 'Bash',
  input: { command, timeout: 600_000, ...more },
})

function failing({ kind, resetsInMs }: Scenario & { type: 'fail' }): AnthropicAnswer | Fault {
  switch (kind) {
    case 'rate_limit':
      return anthropicError(
        429,
        'rate_limit_error',
        'Slow down.',
        resetsInMs === null ? {} : fullWindow(resetsInMs),
      )
    case 'overloaded':
      return anthropicError(529, 'overloaded_error', 'Overloaded')
    case 'auth':
      return anthropicError(401, 'authentication_error', 'invalid x-api-key')
    case 'billing':
      return anthropicError(400, 'invalid_request_error', 'Your credit balance is too low to access the API.')
    case 'invalid':
      return anthropicError(404, 'not_found_error', 'model: model-of-nobody')
    case 'context':
      return anthropicError(
        400,
        'invalid_request_error',
        'prompt is too long: 250000 tokens > 200000 maximum',
      )
    case 'network':
      return { type: 'drop' }
    case 'max_turns':
      return { type: 'tool', name: 'Glob', input: { pattern: '*.nothing' } }
    default:
      throw new Error(`Claude cannot be made to fail with ${kind}`)
  }
}

/** What the server tells those with a subscription when their window is used up. */
export function fullWindow(resetsInMs: number): Readonly<Record<string, string>> {
  const at = String(Math.round((Date.now() + resetsInMs) / 1000))
  return {
    'retry-after': String(Math.round(resetsInMs / 1000)),
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': at,
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'anthropic-ratelimit-unified-5h-status': 'rejected',
    'anthropic-ratelimit-unified-5h-reset': at,
    'anthropic-ratelimit-unified-5h-utilization': '1.0',
  }
}

/** Only a subscription is told when its limit ends. */
const optionsOf = (scenario: Scenario): Partial<ClaudeOptions> =>
  scenario.type === 'fail' && scenario.resetsInMs !== null
    ? { login: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'token-of-nobody' } }
    : {}

/** Whether each command of the agent's shell ran and ended with 0, in order, as the model was told. */
export const commandsThatRan = (requests: readonly ModelRequest[]): readonly boolean[] =>
  (requests.at(-1)?.body.messages ?? [])
    .flatMap((message: { readonly content: unknown }) => message.content)
    .filter((block: { readonly type?: string }) => block.type === 'tool_result')
    .map((block: { readonly is_error?: boolean }) => block.is_error !== true)
