/** What a request means in the options of the Codex SDK: which sandbox, which features, whose settings. */
import type { AgentMode } from '@harness/core/kernel/agent'
import { wholeText } from '@harness/core/kernel/envelope'
import { type AgentHome, type AgentSandbox, agentHome, proxyNames } from '../../runner/confine.ts'
import { processTagName } from '../../runner/end-tree.ts'
import type { AgentRequest } from '../../runner/provider.ts'
import { codexServers } from './codex-servers.ts'
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
  /** Null if the program runs outside of one. */
  readonly cell: CodexCell | null
}

interface CodexCell extends Pick<AgentSandbox, 'shellHasProxy'> {
  readonly home: AgentHome
}

type Config = Readonly<Record<string, unknown>>

export interface CodexConfig {
  readonly config: Config
  readonly configOverrides: readonly string[]
}

/** Throws if a config of the user is not TOML. */
export function codexConfig({ request, codexHome, modelProvider, tag, cell }: CodexRun): CodexConfig {
  const others = userServers(cell === null ? codexHome : null)
  return {
    config: {
      // Calls only the model.
      analytics: { enabled: false },
      check_for_update_on_startup: false,
      features: { ...features, ...(request.mode === 'complete' ? noTools : {}) },
      skills: { include_instructions: false, bundled: { enabled: false } },
      // The agent's shell gets no secret.
      shell_environment_policy: cell === null ? ownVariables(tag) : variablesInCell(request, cell),
      ...(cell === null ? ownSandbox : insideCell),
      notify: [],
      mcp_servers: codexServers(request, cell !== null, others),
      // Instead of the user's. (There is no way to leave out AGENTS.md in Codex's home.)
      developer_instructions: instructionsOf(request).developer,
      history: { persistence: 'none' },
      ...(modelProvider === null ? {} : customProvider(modelProvider)),
    },
    configOverrides: [
      // Whatever the repository brings along (servers, hooks, instructions) stays unread.
      `projects={${JSON.stringify(request.cwd)}={trust_level="untrusted"}}`,
      // They cannot be left out as a whole. An agent's tools are those of its mode: a server of the user's would run
      // outside of the sandbox.
      ...others.map((name) => `mcp_servers={${JSON.stringify(name)}={enabled=false}}`),
      ...(cell === null ? [] : [`permissions={${profile}={${permissions(request, cell.home)}}}`]),
    ],
  }
}

/** An argument of a program can be 128 KiB long on Linux, and the SDK makes one of this. */
const longestArgument = 100_000

/** The stable text goes into the developer's message, or in front of the first envelope if it is too long. */
export function instructionsOf({ system, envelope, resume }: AgentRequest): {
  readonly developer: string
  readonly input: string
} {
  if (Buffer.byteLength(JSON.stringify(system)) <= longestArgument)
    return { developer: system, input: envelope }
  return { developer: '', input: resume === null ? wholeText({ system, envelope }) : envelope }
}

export function codexThreadOptions({ mode, cwd, model, effort }: AgentRequest, confined: boolean): Config {
  return {
    workingDirectory: cwd,
    skipGitRepoCheck: true,
    ...(confined ? {} : { sandboxMode: sandboxOf(mode), networkAccessEnabled: false }),
    approvalPolicy: 'never',
    webSearchMode: 'disabled',
    ...(model === null ? {} : { model }),
    ...(effort === undefined ? {} : { modelReasoningEffort: effort }),
  }
}

const sandboxOf = (mode: AgentMode): string => (mode === 'exec' ? 'workspace-write' : 'read-only')

const ownSandbox = {
  sandbox_workspace_write: { writable_roots: [], exclude_slash_tmp: true, exclude_tmpdir_env_var: true },
}

/** And the tag by which its processes are found. */
const ownVariables = (tag: string): Config => ({ inherit: 'core', set: { [processTagName]: tag } })

const variablesInCell = ({ env }: AgentRequest, { shellHasProxy }: CodexCell): Config => ({
  inherit: 'all',
  ignore_default_excludes: true,
  include_only: [...Object.keys(env), ...(shellHasProxy ? proxyNames : [])],
})

const profile = 'harness'

/** A login shell would read the machine's profile and lose the PATH of the toolchains. */
const insideCell = { default_permissions: profile, allow_login_shell: false }

/**
 * In a cell, the program's sandbox only keeps its shell from the log-in and from earlier sessions. The cell decides
 * what can be written and reached: its network is a loopback of its own, and its proxy answers only the program.
 */
function permissions({ mode, cwd, env }: AgentRequest, { kept, logins, files }: AgentHome): string {
  const writable = ['/tmp', '/var/tmp', ...(env.HOME === undefined || env.HOME === '/' ? [] : [env.HOME])]
  // Only files that exist can be hidden.
  const hidden = [...kept, ...Object.keys(logins), ...Object.keys(files)]
  const rules: Readonly<Record<string, string>> = {
    ':root': 'read',
    ...toAll(writable, 'write'),
    ...toAll(mode === 'exec' ? [cwd] : [], 'write'),
    [agentHome]: 'read',
    ...toAll(
      hidden.map((name) => `${agentHome}/${name}`),
      'deny',
    ),
  }
  const filesystem = Object.entries(rules).map((pair) => pair.map((word) => JSON.stringify(word)).join('='))
  return `filesystem={${filesystem.join(',')}},network={enabled=true}`
}

const toAll = (paths: readonly string[], rule: string): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, rule]))

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
