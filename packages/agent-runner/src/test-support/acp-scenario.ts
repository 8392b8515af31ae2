/** The contract's scenarios, played by codex-acp, a real ACP agent, in front of a fake model server. */
import { join } from 'node:path'
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import { type AcpOptions, acpProvider } from '../providers/acp/acp-provider.ts'
import type { AgentSandbox } from '../runner/confine.ts'
import type { EndTree } from '../runner/end-tree.ts'
import type { SdkPackage } from '../runner/installed-sdk.ts'
import type { Provider } from '../runner/provider.ts'
import { type CleanEnvironment, cleanEnvironment, closedAfterAll, sdkFolders } from './agent-sdks.ts'
import { answersOf, picturesIn, plainModel, text } from './codex-scenario.ts'
import type { Answers, PlayedScript } from './fake-model-server.ts'
import { fakeOpenAiServer, type OpenAiAnswer } from './fake-openai-server.ts'
import type { ProviderUnderTest } from './provider.contract.ts'

/** Installed with the SDKs. It brings no program of its own but starts that of Codex. */
export const codexAcpPackage: Pick<SdkPackage, 'name' | 'version'> = {
  name: '@agentclientprotocol/codex-acp',
  version: '2.6.0',
}

export const codexAcp = join(sdkFolders[0]!, 'node_modules', '.bin', 'codex-acp')

export interface AcpUnderTest extends ProviderUnderTest {
  readonly env: CleanEnvironment
  /** A provider whose model answers like this. */
  play(
    answers: Answers<OpenAiAnswer>,
    more?: Partial<AcpOptions>,
  ): Promise<PlayedScript & { readonly provider: Provider }>
}

/** The agent's own sandbox is off: its cell confines it. */
const ownMode = 'agent-full-access'

/** The agent of a config that names codex-acp and this model server. */
export const codexAcpAgent = (url: string): AcpAgent => ({
  command: [codexAcp],
  env: ['CODEX_API_KEY', 'CODEX_CONFIG'],
  hosts: [new URL(url).host],
  files: [],
  sessions: ['~/.codex/sessions'],
  auth: null,
  modes: { exec: ownMode, review: ownMode, complete: ownMode },
})

/** What the variables of that config say. */
export const codexAcpVariables = (url: string): Readonly<Record<string, string>> => ({
  CODEX_API_KEY: 'key-of-nobody',
  CODEX_CONFIG: JSON.stringify({
    model: plainModel,
    model_provider: 'fake',
    model_providers: {
      fake: {
        name: 'fake',
        base_url: `${url}/v1`,
        env_key: 'CODEX_API_KEY',
        wire_api: 'responses',
        request_max_retries: 1,
        stream_max_retries: 1,
      },
    },
    // Codex would tell its agent every skill of the lane.
    skills: { include_instructions: false },
    features: { plugins: false, apps: false },
    analytics: { enabled: false },
    check_for_update_on_startup: false,
  }),
})

/** `sandbox` is null for an agent without a cell. */
export function acpUnderTest(endTree: EndTree, sandbox: AgentSandbox | null = null): AcpUnderTest {
  const server = closedAfterAll(fakeOpenAiServer)
  const environment = cleanEnvironment()
  const play: AcpUnderTest['play'] = async (answers, more = {}) => {
    const script = (await server()).play(answers)
    const provider = acpProvider({
      agent: codexAcpAgent(script.url),
      machine: { ...environment(), ...codexAcpVariables(script.url) },
      sandbox,
      endTree,
      now: Date.now,
      ...more,
    })
    return { ...script, provider }
  }
  return {
    name: 'acp',
    get env() {
      return environment()
    },
    usd: null,
    errors: ['rate_limit', 'context'],
    play,
    async watched() {
      const { provider, requests } = await play([text('Done.')])
      return { provider, pictures: () => requests.flatMap(picturesIn) }
    },
    provider: async (scenario) => (await play(answersOf(scenario))).provider,
  }
}
