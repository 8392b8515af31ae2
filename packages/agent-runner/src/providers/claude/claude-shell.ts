/** Finds out what confines the shell of Claude's agents on this machine, and what they can do in it. */
import type { AgentMode } from '@harness/core/kernel/agent'
import { type AgentShell, noShell, wholeShell } from '../../runner/agent-shell.ts'
import type { AgentSandbox } from '../../runner/confine.ts'
import type { Environment } from '../../runner/provider-probe.ts'
import type { ClaudeShell } from './claude-options.ts'
import { claudeSandbox } from './claude-probe.ts'

export const claudeShell = async (sandbox: AgentSandbox | null, env: Environment): Promise<ClaudeShell> =>
  sandbox !== null ? 'cell' : (await claudeSandbox(env)).works ? 'own' : 'none'

export async function claudeShellHere(
  sandbox: AgentSandbox | null,
  mode: AgentMode,
  env: Environment,
): Promise<AgentShell> {
  if (sandbox !== null) return wholeShell('cell', true)
  const own = await claudeSandbox(env)
  if (!own.works) return mode === 'exec' ? wholeShell('nothing', false) : noShell(own.why)
  return wholeShell('own', true)
}
