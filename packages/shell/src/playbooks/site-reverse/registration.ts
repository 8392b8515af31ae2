/** Registers site-reverse with the engine. */
import { givenUp } from '@harness/core/playbooks/site-reverse/endings'
import { siteReverseIdentity } from '@harness/core/playbooks/site-reverse/identity'
import type { SiteInput } from '@harness/core/playbooks/site-reverse/input'
import { siteReversePlaybook } from '@harness/core/playbooks/site-reverse/playbook'
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import { siteReverseContracts } from '@harness/formats/answers/site-reverse/contracts'
import { laneToRestore } from '../../effects/lanes/lane-to-restore.ts'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import type { Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { beginCommand, siteReverseSubject } from '../../store/layout/run-subject.ts'
import { type AskedSite, siteInput, withDrop } from './site-input.ts'
import { siteReport } from './site-report.ts'
import { siteReverseDocuments, siteReverseEffects, siteReversePerformers } from './site-reverse-effects.ts'

export const siteReverseRegistration: Registration<SiteInput, SiteState> = {
  playbook: siteReversePlaybook,
  report: siteReport,
  roles: siteReverseIdentity.roles,
  contracts: siteReverseContracts,
  documents: siteReverseDocuments,
  effects: siteReverseEffects,
  async begin(outside, asked, runId) {
    const { repoRoot } = outside
    return {
      ...withDrop(await siteInput(outside, asked as unknown as AskedSite), runId),
      checkout: nameInRepository(repoRoot, repoRoot),
      author: await userIdentity(repoRoot),
    }
  },
  async guard({ input }, { repoRoot, runs, run }) {
    const checkout = await startedIn(runs, run, input, repoRoot)
    const giveUp = `harness refuse ${siteReverseSubject} -m "why"`
    guardCheckout(
      { what: 'site-reverse', goOn: beginCommand(siteReverseSubject), checkout, giveUp },
      repoRoot,
    )
  },
  async performersFor({ outside, runDir, identity, agentFor }, { baseBranch }) {
    const ports = await runPorts(outside, runDir, { identity, baseBranch })
    return siteReversePerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) })
  },
  lanesOf: ({ lane, input, at }) => laneToRestore(lane, input, at.phase === 'over'),
  givenUp,
}
