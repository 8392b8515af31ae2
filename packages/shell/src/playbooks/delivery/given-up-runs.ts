/** Owns finding what an earlier run of a plan left to learn: why a person refused it, and what reviewers had found. */
import { earlierRuns } from '@harness/core/playbooks/delivery/earlier-runs'
import type { EarlierRun } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { readFolded } from '../../store/fold/read-folded.ts'
import { openRunStore } from '../../store/open-run-store.ts'

/** Of the newest run that recorded anything; none if there is no such run, or an older version of the playbook wrote it. */
export async function givenUpRuns(stateDir: string, planId: string): Promise<readonly EarlierRun[]> {
  const runs = openRunStore(stateDir)
  for (const run of await runs.list(planId)) {
    const folded = await readFolded(runs, run, delivery)
    if (folded !== null) return earlierRuns(folded.state)
  }
  return []
}
