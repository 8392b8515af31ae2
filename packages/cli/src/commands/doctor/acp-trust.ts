/** A repository may name the program of its agents. Doctor starts none that the operator has not trusted. */
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import { configItems } from '@harness/shell/effects/trusted/trust-items'
import { readTrust } from '@harness/shell/store/trusted/trust-file'
import type { Environment } from '../../line/command.ts'
import { type Diagnosis, warn } from '../../line/diagnosis.ts'
import type { Target } from '../../run/target/look-at-target.ts'

/** What is known of harness.config.ts is what the operator trusted. */
export function isAcpTrusted(env: Environment, { root, config, configFile, written }: Target): boolean {
  if (configFile.endsWith('.ts')) return true
  const known = readTrust(env, root).record?.items ?? []
  return configItems({ config, written })
    .filter(({ name }) => name === 'agent.acp')
    .every(({ digest }) => known.some((item) => item.name === 'agent.acp' && item.digest === digest))
}

export const acpUntried = (id: string, { command }: AcpAgent): Diagnosis =>
  warn(id, `${command.join(' ')}; not tried, because you have not trusted it yet`, 'harness trust')
