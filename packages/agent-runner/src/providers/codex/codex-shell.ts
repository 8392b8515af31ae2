/** Finds out what the commands of Codex's agents can do on this machine. */
import { type AgentShell, noShell, wholeShell } from '../../runner/agent-shell.ts'
import type { AgentSandbox } from '../../runner/confine.ts'
import type { Environment } from '../../runner/provider-probe.ts'
import { codexProbe } from './codex-probe.ts'

export async function codexShellHere(
  sandbox: AgentSandbox | null,
  folders: readonly string[],
  env: Environment,
): Promise<AgentShell> {
  if (sandbox !== null) return wholeShell('cell', false)
  const own = await codexProbe(folders).sandbox(env)
  if (!own.works) return noShell(own.why)
  return {
    ...wholeShell('own', false),
    hasTemporaryFiles: false,
    hasLoopback: false,
    missing: 'Codex’s own sandbox has neither.',
  }
}
