/** Registers planning with the engine. */
import { givenUp } from '@harness/core/playbooks/planning/endings'
import { planningIdentity } from '@harness/core/playbooks/planning/identity'
import type { PlanningInput } from '@harness/core/playbooks/planning/input'
import { planningPlaybook } from '@harness/core/playbooks/planning/playbook'
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import { planningContracts } from '@harness/formats/answers/planning/contracts'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { newPlansCodec } from '@harness/formats/documents/planning/new-plans-codec'
import { laneToRestore } from '../../effects/lanes/lane-to-restore.ts'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import type { Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { beginCommand, planningSubject } from '../../store/layout/run-subject.ts'
import { type AskedPlanning, planningInput } from './planning-input.ts'
import { planningReport } from './planning-report.ts'

export const planningRegistration: Registration<PlanningInput, PlanningState> = {
  playbook: planningPlaybook,
  report: planningReport,
  roles: planningIdentity.roles,
  contracts: planningContracts,
  documents: { codecs: { 'new-plans': newPlansCodec as AnyCodec }, resume: 'harness plan' },
  async begin(outside, asked, runId) {
    const { repoRoot } = outside
    return {
      ...(await planningInput(outside, asked as unknown as AskedPlanning)),
      runId,
      checkout: nameInRepository(repoRoot, repoRoot),
      author: await userIdentity(repoRoot),
    }
  },
  journaled: (input, redact) => ({ ...input, spec: { ...input.spec, text: redact(input.spec.text) } }),
  async guard({ input }, { repoRoot, runs, run }) {
    const checkout = await startedIn(runs, run, input, repoRoot)
    const giveUp = `harness refuse ${planningSubject} -m "why"`
    guardCheckout({ what: 'planning', goOn: beginCommand(planningSubject), checkout, giveUp }, repoRoot)
  },
  lanesOf: ({ lane, input, at }) => laneToRestore(lane, input, at.phase === 'over'),
  givenUp,
}
