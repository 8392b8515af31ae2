/** Registers the audit with the engine. */
import { givenUp } from '@harness/core/playbooks/fidelity/endings'
import { fidelityIdentity } from '@harness/core/playbooks/fidelity/identity'
import type { FidelityInput } from '@harness/core/playbooks/fidelity/input'
import { fidelityPlaybook } from '@harness/core/playbooks/fidelity/playbook'
import type { FidelityState } from '@harness/core/playbooks/fidelity/state'
import { fidelityContracts } from '@harness/formats/answers/fidelity/contracts'
import { openForge } from '../../effects/forge/open-forge.ts'
import { laneToRestore } from '../../effects/lanes/lane-to-restore.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import type { Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { fidelityDocuments, fidelityEffects, fidelityPerformers } from './fidelity-effects.ts'
import { type AskedAudit, fidelityInput } from './fidelity-input.ts'
import { fidelityReport } from './fidelity-report.ts'

export const fidelityRegistration: Registration<FidelityInput, FidelityState> = {
  playbook: fidelityPlaybook,
  report: fidelityReport,
  roles: fidelityIdentity.roles,
  contracts: fidelityContracts,
  documents: fidelityDocuments,
  effects: fidelityEffects,
  begin: async (outside, asked, runId) => ({
    ...(await fidelityInput(outside, asked as unknown as AskedAudit)),
    runId,
    author: await userIdentity(outside.repoRoot),
  }),
  journaled: (input, redact) =>
    input.accepts === null
      ? input
      : { ...input, accepts: { ...input.accepts, reason: redact(input.accepts.reason) } },
  async performersFor({ outside, runDir, identity, agentFor }, { baseBranch }) {
    const ports = await runPorts(outside, runDir, { identity, baseBranch })
    const forge = await openForge(outside.config.forge, { ...outside, identity })
    return fidelityPerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) }, forge)
  },
  lanesOf: ({ lane, input, at }) => laneToRestore(lane, input, at.phase === 'over'),
  givenUp,
}
