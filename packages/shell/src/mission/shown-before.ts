/** Finds what the mission before has shown, so that a new run need not have it shown again, and what people refused in it. */
import type { Carried } from '@harness/core/playbooks/mission/input'
import { mission } from '@harness/core/playbooks/mission/playbook'
import { UserError } from '@harness/core/user-error'
import { readFolded } from '../journal/read-folded.ts'
import { missionSubject } from '../run-subject.ts'
import { runsOf } from '../runs.ts'

/** Of the newest run that recorded anything: each has taken over what the one before it knew. Null where it cannot be read. */
export async function shownBefore(stateDir: string): Promise<Carried | null> {
  try {
    for (const run of await runsOf(stateDir, missionSubject)) {
      const folded = await readFolded(run.dir, mission)
      if (folded === null) continue
      const { proven, landed, saidMerged, plannedFrom, firings } = folded.state
      return { proven, landed, saidMerged, spec: plannedFrom, refused: firings }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return null
}
