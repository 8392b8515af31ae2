/**
 * Real agent programs behind the real command line: a model server on loopback plays the model of each role, and the
 * harness gets an environment of its own, with a dummy key.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import type { SdkPackage } from '@harness/agent-runner/runner/installed-sdk'
import {
  codexAcpAgent,
  codexAcpPackage,
  codexAcpVariables,
} from '@harness/agent-runner/test-support/acp-scenario'
import { cleanEnvironment, closedAfterAll, describeWith } from '@harness/agent-runner/test-support/agent-sdks'
import {
  bash,
  text as claudeText,
  cwdIn,
  fullWindow as fullClaudeWindow,
} from '@harness/agent-runner/test-support/claude-scenario'
import {
  addFile,
  text as codexText,
  exec,
  fullWindow as fullCodexWindow,
  plainModel,
} from '@harness/agent-runner/test-support/codex-scenario'
import {
  type AnthropicAnswer,
  anthropicError,
  fakeAnthropicServer,
} from '@harness/agent-runner/test-support/fake-anthropic-server'
import type { Fault, ModelRequest } from '@harness/agent-runner/test-support/fake-model-server'
import {
  fakeOpenAiServer,
  type OpenAiAnswer,
  openAiError,
} from '@harness/agent-runner/test-support/fake-openai-server'
import type { Usage } from '@harness/core/kernel/agent'
import { type Deed, dueIn, type Part } from './model-part.ts'

export interface RealAgent {
  readonly name: 'claude' | 'codex' | 'acp'
  /** The config's `agent`; of an agent that must name its server's host, after it was played. */
  readonly config: Readonly<Record<string, unknown>>
  play(part: Part): Promise<Played>
  /** A server that says how long a subscription is used up. */
  usedUp(resetsInMs: number): Fault
  /** What to set instead of the key for a log-in with a subscription. */
  readonly subscription: Readonly<Record<string, string>>
  readonly loginRefused: Fault
}

export interface Played {
  /** For the harness: its home, its key and its server. */
  readonly env: Readonly<Record<string, string>>
  readonly requests: readonly ModelRequest[]
}

interface Kind {
  readonly sdk: Pick<SdkPackage, 'provider' | 'name'>
  /** To be called within a group of tests: what it needs is made when first used, and is gone after the group. */
  open(): RealAgent
}

/** What every answer of a model costs. */
export const usagePerRequest: Usage = { input: 100, output: 20, cacheRead: 300, cacheWrite: 0 }

export const claude: Kind = {
  sdk: claudePackage,
  open() {
    const server = closedAfterAll(fakeAnthropicServer)
    const home = cleanEnvironment()
    return {
      name: 'claude',
      config: { provider: 'claude' },
      usedUp: (resetsInMs) =>
        anthropicError(429, 'rate_limit_error', 'Slow down.', fullClaudeWindow(resetsInMs)),
      subscription: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'token-of-nobody' },
      loginRefused: anthropicError(401, 'authentication_error', 'invalid x-api-key'),
      async play(part) {
        let cwd = ''
        const due = dueIn(part, (deed) => claudeAnswers(deed, cwd))
        const { url, requests } = (await server()).play((request) => {
          cwd = cwdIn(request)
          const { system, messages } = request.body
          return priced(due(JSON.stringify([system, messages]), '"type":"tool_result"'))
        })
        return { requests, env: { ...home(), ANTHROPIC_API_KEY: 'key-of-nobody', ANTHROPIC_BASE_URL: url } }
      },
    }
  },
}

export const codex: Kind = {
  sdk: codexPackage,
  open() {
    const server = closedAfterAll(fakeOpenAiServer)
    const home = cleanEnvironment()
    let homes = 0
    return {
      name: 'codex',
      config: { provider: 'codex', model: plainModel },
      usedUp: fullCodexWindow,
      subscription: {},
      loginRefused: openAiError(401, { message: 'Incorrect API key provided' }),
      async play(part) {
        const due = dueIn(part, codexAnswers)
        const { url, requests } = (await server()).play((request) => {
          return priced(due(JSON.stringify(request.body.input), '_call_output"'))
        })
        const CODEX_HOME = join(home().HOME, `codex-${++homes}`)
        mkdirSync(CODEX_HOME)
        writeFileSync(join(CODEX_HOME, 'config.toml'), codexConfig(url))
        return { requests, env: { ...home(), CODEX_API_KEY: 'key-of-nobody', CODEX_HOME } }
      },
    }
  },
}

/** An agent that is known by its command line: the adapter of Codex. */
export const acp: Kind = {
  sdk: { ...codexAcpPackage, provider: 'acp' },
  open() {
    const server = closedAfterAll(fakeOpenAiServer)
    const home = cleanEnvironment()
    let url = ''
    return {
      name: 'acp',
      get config() {
        const { auth: _, ...described } = codexAcpAgent(url)
        return { provider: 'acp', acp: described }
      },
      usedUp: fullCodexWindow,
      subscription: {},
      loginRefused: openAiError(401, { message: 'Incorrect API key provided' }),
      async play(part) {
        const due = dueIn(part, codexAnswers)
        const script = (await server()).play((request) =>
          priced(due(JSON.stringify(request.body.input), '_call_output"')),
        )
        url = script.url
        return { requests: script.requests, env: { ...home(), ...codexAcpVariables(url) } }
      },
    }
  },
}

/** A group of tests with the real program of this provider; skipped, and its title says why, if that is missing. */
export const describeRealAgent = (kind: Kind, title: string, tests: (agent: RealAgent) => void): void =>
  describeWith(kind.sdk, `${kind.sdk.provider}: ${title}`, () => tests(kind.open()))

/** The user's own choice of server, as Codex reads it. */
const codexConfig = (url: string): string => `
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
env_key = "CODEX_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`

const priced = <Answer extends { readonly type: string }>(answer: Answer): Answer => ({
  usage: usagePerRequest,
  ...answer,
})

function claudeAnswers(deed: Deed, cwd: string): readonly AnthropicAnswer[] {
  const tool = (name: string, input: Readonly<Record<string, unknown>>): AnthropicAnswer => ({
    type: 'tool',
    name,
    input,
  })
  switch (deed.type) {
    case 'write':
      return [tool('Write', { file_path: join(cwd, deed.path), content: deed.text })]
    case 'edit': {
      const file_path = join(cwd, deed.path)
      // It refuses to edit what it has not read.
      return [
        tool('Read', { file_path }),
        tool('Edit', { file_path, old_string: deed.find, new_string: deed.replacement }),
      ]
    }
    case 'run':
      return [bash(deed.line)]
    case 'say':
      return [claudeText(deed.text)]
    case 'answer':
      return [tool('StructuredOutput', deed.value)]
  }
}

function codexAnswers(deed: Deed): readonly OpenAiAnswer[] {
  switch (deed.type) {
    case 'write':
      return [addFile(deed.path, deed.text)]
    case 'edit': {
      const lines = [`*** Update File: ${deed.path}`, '@@', `-${deed.find}`, `+${deed.replacement}`]
      return [{ type: 'patch', patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') }]
    }
    case 'run':
      return [exec(deed.line)]
    case 'say':
      return [codexText(deed.text)]
    case 'answer':
      return [codexText(JSON.stringify(deed.value))]
  }
}
