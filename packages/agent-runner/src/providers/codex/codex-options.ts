/** What a request means in the options of the Codex SDK: which sandbox, which features, whose settings. */
import type { AgentMode } from '@harness/core/kernel/agent'
import { processTagName } from '../../runner/end-tree.ts'
import type { AgentRequest } from '../../runner/provider.ts'
import { userServers } from './user-config.ts'

/** A model server to use instead of the one the user is logged in to. */
export interface CodexModelProvider {
  readonly baseUrl: string
  /** The variable that holds its key. */
  readonly keyName: string
}

interface CodexRun {
  readonly request: AgentRequest
  readonly codexHome: string
  readonly modelProvider: CodexModelProvider | null
  readonly tag: string
}

type Config = Readonly<Record<string, unknown>>

export function codexConfig({ request, codexHome, modelProvider, tag }: CodexRun): {
  readonly config: Config
  readonly configOverrides: readonly string[]
} {
  return {
    config: {
      // Calls only the model.
      analytics: { enabled: false },
      check_for_update_on_startup: false,
      features: { ...features, ...(request.mode === 'complete' ? noTools : {}) },
      skills: { include_instructions: false, bundled: { enabled: false } },
      // The agent's shell gets no secret, and the tag by which its processes are found.
      shell_environment_policy: { inherit: 'core', set: { [processTagName]: tag } },
      sandbox_workspace_write: { writable_roots: [], exclude_slash_tmp: true, exclude_tmpdir_env_var: true },
      notify: [],
      // The envelope is the instruction. (There is no way to leave out AGENTS.md in Codex's home.)
      developer_instructions: '',
      history: { persistence: 'none' },
      ...(modelProvider === null ? {} : customProvider(modelProvider)),
    },
    configOverrides: [
      // Whatever the repository brings along (servers, hooks, instructions) stays unread.
      `projects={${JSON.stringify(request.cwd)}={trust_level="untrusted"}}`,
      // They cannot be left out as a whole. An agent's tools are those of its mode: a server of the user's would run
      // outside of the sandbox.
      ...userServers(codexHome).map((name) => `mcp_servers={${JSON.stringify(name)}={enabled=false}}`),
    ],
  }
}

export function codexThreadOptions({ mode, cwd, model }: AgentRequest): Config {
  return {
    workingDirectory: cwd,
    skipGitRepoCheck: true,
    sandboxMode: sandboxOf(mode),
    approvalPolicy: 'never',
    networkAccessEnabled: false,
    webSearchMode: 'disabled',
    ...(model === null ? {} : { model }),
  }
}

const sandboxOf = (mode: AgentMode): string => (mode === 'exec' ? 'workspace-write' : 'read-only')

const features = {
  apps: false,
  daemon_auto_start: false,
  goals: false,
  hooks: false,
  image_generation: false,
  multi_agent: false,
  plugins: false,
  skill_search: false,
  tool_suggest: false,
  unbounded_connection_retries: false,
}

const noTools = { shell_tool: false, unified_exec: false, view_image: false, workspace_dependencies: false }

/** One failed request is no reason to lose a long turn; more patience is the playbook's to have. */
const customProvider = ({ baseUrl, keyName }: CodexModelProvider): Config => ({
  model_provider: 'harness',
  model_providers: {
    harness: {
      name: 'harness',
      base_url: baseUrl,
      env_key: keyName,
      wire_api: 'responses',
      request_max_retries: 1,
      stream_max_retries: 1,
    },
  },
})
