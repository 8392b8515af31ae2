/** Finds what the mission before has shown, so that a new run need not have it shown again, and what people refused in it. */

import { UserError } from '@harness/core/kernel/user-error'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { Carried } from '@harness/core/playbooks/mission/state/input'
import { readFolded } from '../../store/fold/read-folded.ts'
import { missionSubject } from '../../store/layout/run-subject.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { readRefused } from './read-refused.ts'

/**
 * Of the newest run that recorded anything: each has taken over what the one before it knew. If that cannot be read,
 * the records tell what was refused: agents can write them, too, but all that they say is that a person is asked.
 */
export async function shownBefore(stateDir: string, repoRoot: string): Promise<Carried | null> {
  const known = await inJournals(stateDir)
  if (known !== null) return known
  const firings = await readRefused(repoRoot)
  return firings.length === 0 ? null : { firings }
}

async function inJournals(stateDir: string): Promise<Carried | null> {
  try {
    const runs = openRunStore(stateDir)
    for (const run of await runs.list(missionSubject)) {
      const folded = await readFolded(runs, run, mission)
      if (folded === null) continue
      const { proven, landed, unmerged, byHand, removed, undocumented, firings } = folded.state
      const known = { proven, landed, unmerged, byHand, removed, undocumented, firings }
      const { digests, documents } = folded.state
      const features = (documents?.features ?? []).map(({ id, claims, sourceIssueId }) => ({
        id,
        claims,
        sourceIssueId,
      }))
      return { ...known, spec: digests.spec, features }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return null
}
