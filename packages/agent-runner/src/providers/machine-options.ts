/** The options of the real providers on this machine, for the programs that may read its environment. */

import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { AgentSandbox } from '../runner/confine.ts'
import type { EndTree } from '../runner/end-tree.ts'
import type { Environment } from '../runner/provider-probe.ts'
import type { AcpOptions } from './acp/acp-provider.ts'
import { claudeLoginNames } from './claude/claude-probe.ts'
import type { ClaudeOptions } from './claude/claude-provider.ts'
import { codexLoginNames } from './codex/codex-probe.ts'
import type { CodexOptions } from './codex/codex-provider.ts'

export interface Machine {
  /** The harness's own environment: of it, each provider gets the variables of its log-in. */
  readonly env: Environment
  /** The folders that may have the SDKs. */
  readonly folders: readonly string[]
  /** The agent of the provider acp; null if the config names none. */
  readonly acp: AcpAgent | null
  /** Null if agents cannot be confined on this machine. */
  readonly sandbox: AgentSandbox | null
  readonly endTree: EndTree
  now(): number
}

export const machineOptions = ({
  env,
  folders,
  sandbox,
  endTree,
  now,
  acp,
}: Machine): {
  readonly claude: ClaudeOptions
  readonly codex: CodexOptions
  readonly acp: AcpOptions | null
} => ({
  claude: {
    folders,
    sandbox,
    endTree,
    now,
    login: picked(env, claudeLoginNames),
    otherLogins: picked(env, ['CODEX_HOME']),
  },
  codex: { folders, sandbox, endTree, now, modelProvider: null, login: picked(env, codexLoginNames) },
  acp: acp === null ? null : { agent: acp, machine: env, sandbox, endTree, now },
})

const picked = (env: Environment, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
