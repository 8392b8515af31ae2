/** Refuses to resume if a document that the run has known was removed: only a person can say whether that is meant. */

import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { missionFolder, missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import { fileDigest } from '../../effects/documents/document-digest.ts'
import { readDocument } from './mission-files.ts'
import { newestCopy } from './snapshots.ts'

const guarded = ['features', 'contract'] as const

/** `known` are digests, as the run knew them. Throws also if one of the documents is no text. */
export async function refuseGone(
  { repoRoot, stateDir }: { readonly repoRoot: string; readonly stateDir: string },
  known: Readonly<Record<(typeof guarded)[number], string | null>>,
): Promise<void> {
  for (const name of guarded) {
    const text = await readDocument(repoRoot, missionPaths[name])
    if (text !== null || known[name] === null || known[name] === fileDigest(null)) continue
    const file = `${missionFolder}/${missionPaths[name]}`
    const copy = await newestCopy(stateDir, missionPaths[name])
    const back = copy === null ? `Put ${file} back` : `Put it back: cp ${copy} ${join(repoRoot, file)}`
    throw new UserError('document-gone', `${file} was taken away, and the mission is not done.`, {
      next: `${back}, then: harness resume. To plan again instead: harness refuse mission --give-up -m "plan again", remove what is left of features.json and validation-contract.md in ${missionFolder}, then: harness mission`,
    })
  }
}
