/** What a request means in the options of the Claude Agent SDK: which tools, which shell, whose settings. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AgentMode } from '@harness/core/kernel/agent'
import { agentHome, agentShell } from '../../runner/confine.ts'
import { credentialPlaces } from '../../runner/credential-places.ts'
import type { AgentRequest, JsonSchema } from '../../runner/provider.ts'
import { claudeExtensions } from './claude-extensions.ts'

type SdkOptions = Readonly<Record<string, unknown>>

interface ClaudeRun {
  readonly request: AgentRequest
  /** What the agent's program gets beside, and its shell does not. */
  readonly login: Readonly<Record<string, string>>
  readonly otherLogins: Readonly<Record<string, string>>
  readonly shell: ClaudeShell
}

/**
 * What confines the agent's shell. `cell`: the harness's sandbox, around the whole program and once more around the
 * shell. `own`: the program's sandbox. `none`: nothing.
 */
export type ClaudeShell = 'cell' | 'own' | 'none'

export function claudeOptions({ request, login, otherLogins, shell }: ClaudeRun): SdkOptions {
  const { mode, cwd, limits, model, effort, resume, schema, system } = request
  const more = claudeExtensions(request, Object.keys(login), shell)
  return {
    cwd,
    // The lane's own path and state stay out of it, so that it is the same in all lanes.
    systemPrompt: {
      type: 'preset',
      preset: 'claude_code',
      excludeDynamicSections: true,
      ...(system === '' ? {} : { append: system }),
    },
    tools: [...toolsOf(mode, shell), ...more.tools],
    allowedTools: [...allowedTools(mode, shell), ...more.allowed],
    // Every other tool is denied, because no person can be asked.
    permissionMode: 'dontAsk',
    // Nothing of the user's or the repository's: no settings, no hooks, no CLAUDE.md, no MCP servers.
    settingSources: [],
    strictMcpConfig: true,
    settings: {
      ...quietSettings,
      permissions: {
        deny: shell === 'cell' ? deniedInCell : deniedReads({ ...request.env, ...otherLogins, ...login }),
      },
    },
    // The envelope as it is: no file is mentioned into it and no command is found in it.
    verbatimPrompts: true,
    includePartialMessages: true,
    persistSession: mode !== 'complete',
    maxTurns: limits.maxTurns,
    ...(model === null ? {} : { model }),
    ...(effort === undefined ? {} : { effort: effort === 'minimal' ? 'low' : effort }),
    ...(resume === null ? {} : { resume }),
    ...(schema === null ? {} : { outputFormat: { type: 'json_schema', schema: withoutDialect(schema) } }),
    ...shellOptions(request, Object.keys(login), shell),
    ...(shell === 'cell' ? { additionalDirectories: [...privatePlaces(request.env), ...more.folders] } : {}),
    ...more.options,
  }
}

/** Keeps the program from calling anybody but the model, and from trying a refused request for minutes. */
export const quietEnvironment = (request: AgentRequest): Readonly<Record<string, string>> => ({
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  // What an agent leaves running in the background would end with its turn, unseen.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  // One failed request is no reason to lose a long turn; more patience is the playbook's to have.
  CLAUDE_CODE_MAX_RETRIES: '2',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  API_TIMEOUT_MS: String(Math.min(request.limits.wallMs, 600_000)),
})

/** The variable that makes the program start the shell of its cell. */
export const shellInCell = { CLAUDE_CODE_SHELL: agentShell }

/** The program refuses a schema that names its dialect. */
function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

const readTools = ['Read', 'Grep', 'Glob']

/** Relative to the lane, since its own path may have characters that mean something in a rule. */
const editsInLane = 'Edit(./**)'

function toolsOf(mode: AgentMode, shell: ClaudeShell): readonly string[] {
  switch (mode) {
    case 'exec':
      return [...readTools, 'Bash', 'Edit', 'Write']
    case 'review':
      // A shell that cannot be confined could write.
      return shell === 'none' ? readTools : [...readTools, 'Bash']
    case 'complete':
      return []
  }
}

/**
 * A reviewer with a sandbox may run any command, since none can write. Left to judge each command, the program denies
 * loops, functions and `git -c`. Outside of a cell its own tools read the lane only.
 */
function allowedTools(mode: AgentMode, shell: ClaudeShell): readonly string[] {
  if (mode === 'exec') return [...readTools, 'Bash', editsInLane]
  if (mode === 'complete' || shell === 'none') return []
  return shell === 'cell' ? [...readTools, 'Bash'] : ['Bash']
}

const quietSettings = {
  attribution: false,
  autoMemoryEnabled: false,
  disableBundledSkills: true,
  includeGitInstructions: false,
}

/** The shell: confined if that works, and in any case without the secrets of the log-in. */
function shellOptions(
  { mode, cwd }: AgentRequest,
  secretNames: readonly string[],
  shell: ClaudeShell,
): SdkOptions {
  if (mode === 'complete' || shell === 'cell') return {}
  if (shell === 'none')
    return { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [withoutSecrets(secretNames)] }] } }
  return {
    sandbox: {
      enabled: true,
      failIfUnavailable: true,
      autoAllowBashIfSandboxed: true,
      allowUnsandboxedCommands: false,
      // macOS keeps programs from listening without it. Not tried there yet.
      network: { allowLocalBinding: true },
      filesystem: { denyWrite: [...(mode === 'review' ? [cwd] : []), ...gitFolders(cwd)] },
      credentials: { envVars: secretNames.map((name) => ({ name, mode: 'deny' })) },
    },
  }
}

/**
 * The folders of the history, which no agent writes. The sandbox would let it: of a worktree, the repository that it
 * belongs to counts as its own.
 */
function gitFolders(cwd: string): readonly string[] {
  const own = join(cwd, '.git')
  if (!existsSync(own)) return []
  if (statSync(own).isDirectory()) return [own]
  const gitDir = resolve(cwd, /^gitdir: (.+)/.exec(readFileSync(own, 'utf8'))?.[1] ?? '.git')
  const pointer = join(gitDir, 'commondir')
  const common = existsSync(pointer) ? [resolve(gitDir, readFileSync(pointer, 'utf8').trim())] : []
  return [own, gitDir, ...common]
}

const withoutSecrets =
  (names: readonly string[]) =>
  async (call: { readonly tool_input?: { readonly command?: unknown } }): Promise<object> => {
    const command = call.tool_input?.command
    if (typeof command !== 'string' || names.length === 0) return {}
    const updatedInput = { ...call.tool_input, command: `unset ${names.join(' ')}\n${command}` }
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }
  }

/** Commands may name them: what is written there ends with the turn. */
const privatePlaces = ({ HOME }: AgentRequest['env']): readonly string[] => [
  '/tmp',
  '/var/tmp',
  ...(HOME === undefined ? [] : [HOME]),
]

/** The program's environment holds its key, and its home the log-in. Its own tools could read both. */
const ownEnvironment = 'Read(//proc/**)'
const deniedInCell = [ownEnvironment, `Read(/${agentHome}/**)`]

/** The shell's sandbox keeps to the same list. A home's own path may have characters that mean something in a rule. */
const deniedReads = (env: Readonly<Record<string, string>>): readonly string[] => [
  ownEnvironment,
  ...credentialPlaces(env).flatMap((path) => {
    const rule =
      env.HOME !== undefined && path.startsWith(`${env.HOME}/`) ? path.replace(env.HOME, '~') : `/${path}`
    return [`Read(${rule})`, `Read(${rule}/**)`]
  }),
]
