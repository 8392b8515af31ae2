/** Refuses to go on where a document of the mission is gone that the run has known: only a person can say whether that is meant. */

import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { missionFolder, missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import { digestOf } from './mission-files.ts'
import { newestCopy } from './snapshots.ts'

const guarded = ['features', 'contract'] as const
type Guarded = (typeof guarded)[number]

/** `known` and `found` as the run knew them, and as they are there now. */
export async function refuseGone(
  { repoRoot, stateDir }: { readonly repoRoot: string; readonly stateDir: string },
  known: Readonly<Record<Guarded, string | null>>,
  found: Readonly<Record<Guarded, string | null>>,
): Promise<void> {
  const gone = guarded.find(
    (name) => found[name] === null && known[name] !== null && known[name] !== digestOf(null),
  )
  if (gone === undefined) return
  const file = `${missionFolder}/${missionPaths[gone]}`
  const copy = await newestCopy(stateDir, missionPaths[gone])
  const back = copy === null ? `Put ${file} back` : `Put it back: cp ${copy} ${join(repoRoot, file)}`
  throw new UserError('document-gone', `${file} was taken away, and the mission is not done.`, {
    next: `${back}, then: harness resume. To plan again instead: harness refuse mission --give-up -m "plan again", remove what is left of features.json and validation-contract.md in ${missionFolder}, then: harness mission`,
  })
}
