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
  const refused = await readRefused(repoRoot)
  return refused.length === 0 ? null : { proven: {}, landed: [], refused }
}

async function inJournals(stateDir: string): Promise<Carried | null> {
  try {
    const runs = openRunStore(stateDir)
    for (const run of await runs.list(missionSubject)) {
      const folded = await readFolded(runs, run, mission)
      if (folded === null) continue
      const { proven, landed, digests, firings: refused, removed } = folded.state
      const { documents, byHand, unmerged, undocumented } = folded.state
      const features = (documents?.features ?? []).map(({ id, claims, sourceIssueId }) => ({
        id,
        claims,
        sourceIssueId,
      }))
      const known = { proven, landed, spec: digests.spec, refused, removed }
      return { ...known, features, byHand, unmerged, undocumented }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return null
}
