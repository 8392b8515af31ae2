/** Reads which checkpoints people refused and did not grant since, as the records in their folder have it. */
import { missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import type { FiredCheckpoint } from '@harness/core/playbooks/mission/state/mission-document'
import { checkpointsIn, recordFile, refusedIn } from '@harness/formats/documents/mission/checkpoint-files'
import { missionNames, readDocument } from './mission-files.ts'

export async function readRefused(repoRoot: string): Promise<readonly FiredCheckpoint[]> {
  const { checkpoints } = missionPaths
  const refused: FiredCheckpoint[] = []
  for (const name of checkpointsIn(await missionNames(repoRoot, checkpoints)).fired) {
    const record = await readDocument(repoRoot, `${checkpoints}/${recordFile(name)}`)
    const one = record === null ? null : refusedIn(record)
    if (one !== null) refused.push(one)
  }
  return refused
}
