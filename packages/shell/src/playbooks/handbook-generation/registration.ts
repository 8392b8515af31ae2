/** Registers the generation of a handbook with the engine. */
import { givenUp } from '@harness/core/playbooks/handbook-generation/given-up'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { generationContracts } from '@harness/formats/answers/handbook-generation/contracts'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import type { Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { beginCommand, generationSubject } from '../../store/layout/run-subject.ts'
import { generationDocuments, generationEffects, generationPerformers } from './generation-effects.ts'
import { generationInput } from './generation-input.ts'
import { generationReport, writtenIn } from './generation-report.ts'

export const generationRegistration: Registration<GenerationInput, GenerationState> = {
  playbook: handbookGeneration,
  report: generationReport,
  roles: generationIdentity.roles,
  contracts: generationContracts,
  documents: generationDocuments,
  effects: generationEffects,
  async begin(outside, { replace }, runId) {
    const { repoRoot } = outside
    const told = await generationInput(outside, replace === true)
    const checkout = nameInRepository(repoRoot, repoRoot)
    return { ...told, runId, checkout, author: await userIdentity(repoRoot) }
  },
  journaled: (input, redact) => ({
    ...input,
    product: redact(input.product),
    design: input.design === null ? null : redact(input.design),
    code: redact(input.code),
  }),
  async guard({ input }, { repoRoot, runs, run }) {
    const checkout = await startedIn(runs, run, input, repoRoot)
    const what = 'making of a handbook'
    const giveUp = `harness refuse ${generationSubject} -m "why"`
    guardCheckout({ what, goOn: beginCommand(generationSubject), checkout, giveUp }, repoRoot)
  },
  async performersFor({ outside, runDir, identity, agentFor }, { baseBranch }) {
    const ports = await runPorts(outside, runDir, { identity, baseBranch })
    return generationPerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) })
  },
  givenUp,
  listen: () => ({ fields: (state) => ({ files: writtenIn(state), problems: state.problems }) }),
}
