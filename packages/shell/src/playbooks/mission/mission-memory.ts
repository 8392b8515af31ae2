/** Reads what a mission remembers, and which of its checkpoints are settled, from whatever holds the files. */

import { missionRoles } from '@harness/core/playbooks/mission/input'
import { identityPath, missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import type { FiredCheckpoint, MissionMemory } from '@harness/core/playbooks/mission/mission-document'
import {
  checkpointsIn,
  recordFile,
  refusedIn,
  settledCheckpoints,
} from '@harness/formats/documents/mission/checkpoint-files'
import type { DocumentFile } from '@harness/formats/documents/mission/edit-documents'
import { documentDigest, fileDigest } from '../../effects/documents/document-digest.ts'
import { type MissionPlaces, missionNames, readDocument } from './mission-files.ts'

const inRepository = (path: string): DocumentFile => ({ place: 'repository', path })
const identityOf = (role: string): DocumentFile => ({ place: 'user', path: identityPath(role) })

/** In the order of the document. */
export const memoryFiles: readonly DocumentFile[] = [
  inRepository(missionPaths.summary),
  inRepository(missionPaths.long),
  ...missionRoles.map(identityOf),
]

export interface ReadMemory {
  readonly memory: MissionMemory
  /** As ReadDocuments has it. */
  readonly digest: string
}

/** `textOf` is null if there is no such file. */
export function memoryIn(textOf: (file: DocumentFile) => string | null): ReadMemory {
  const identities: Record<string, string> = {}
  for (const role of missionRoles) {
    const identity = textOf(identityOf(role))
    if (identity !== null && identity.trim() !== '') identities[role] = identity
  }
  const memory = {
    summary: textOf(inRepository(missionPaths.summary)) ?? '',
    long: textOf(inRepository(missionPaths.long)) ?? '',
    identities,
  }
  const digests = memoryFiles.map((file) => {
    const text = textOf(file)
    return fileDigest(text === null ? null : Buffer.from(text))
  })
  return { memory, digest: documentDigest(digests) }
}

export async function readSettled(places: MissionPlaces): Promise<readonly string[]> {
  const { names, records } = await readRecords(places)
  return settledCheckpoints(names, (name) => records.get(name) ?? null)
}

/** Those that were refused and not granted since, as their records have it. */
export async function readRefused(places: MissionPlaces): Promise<readonly FiredCheckpoint[]> {
  const { records } = await readRecords(places)
  return [...records.values()].flatMap((text) => (text === null ? [] : (refusedIn(text) ?? [])))
}

async function readRecords(places: MissionPlaces) {
  const { checkpoints } = missionPaths
  const names = await missionNames(places.repoRoot, checkpoints)
  const records = new Map<string, string | null>()
  for (const name of checkpointsIn(names).fired.map(recordFile))
    records.set(name, await readDocument(places, inRepository(`${checkpoints}/${name}`)))
  return { names, records }
}
