/** Finds out about a provider on this machine, for `harness doctor` and for refusing to start what cannot work. */

import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import type { Environment, ProviderProbe } from '../runner/provider-probe.ts'
import { acpProbe } from './acp/acp-probe.ts'
import { claudeProbe } from './claude/claude-probe.ts'
import { codexProbe } from './codex/codex-probe.ts'

/** The agent that the config describes, and the environment in which its program is looked for. */
export interface ProbedAcp {
  readonly agent: AcpAgent | null
  readonly env: Environment
}

/** Null for a provider that needs nothing of the machine. */
export function probeProvider(
  name: ProviderName,
  folders: readonly string[],
  acp: ProbedAcp = { agent: null, env: {} },
): ProviderProbe | null {
  switch (name) {
    case 'claude':
      return claudeProbe(folders)
    case 'codex':
      return codexProbe(folders)
    case 'acp':
      return acpProbe(acp.agent, acp.env)
    case 'scripted':
      return null
  }
}
