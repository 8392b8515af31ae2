/** Registers the release gate with the engine. */
import { releaseIdentity } from '@harness/core/playbooks/release/identity'
import type { ReleaseInput } from '@harness/core/playbooks/release/input'
import { releasePlaybook } from '@harness/core/playbooks/release/playbook'
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import { laneToRestore } from '../../effects/lanes/lane-to-restore.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import type { Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { releaseDocuments, releaseEffects, releasePerformers } from './release-effects.ts'
import { releaseInput } from './release-input.ts'
import { releaseReport } from './release-report.ts'

export const releaseRegistration: Registration<ReleaseInput, ReleaseState> = {
  playbook: releasePlaybook,
  report: releaseReport,
  roles: releaseIdentity.roles,
  documents: releaseDocuments,
  effects: releaseEffects,
  begin: async (outside, { specPath }, runId) => ({
    ...(await releaseInput(outside, typeof specPath === 'string' ? specPath : null)),
    runId,
    author: await userIdentity(outside.repoRoot),
  }),
  async performersFor({ outside, runDir, identity }, { baseBranch }) {
    return releasePerformers(await runPorts(outside, runDir, { identity, baseBranch }))
  },
  lanesOf: ({ lane, input, at }) => laneToRestore(lane, input, at.phase === 'over'),
}
