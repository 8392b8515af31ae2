/**
 * Reads and writes the files that a mission shares with people: those in `.harness/` of the checkout, and agents'
 * identities in the user's data directory. Whole or not at all, inside these two folders only, and never through a link.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { missionFolder } from '@harness/core/playbooks/mission/mission-contents'
import type { DocumentFile } from '@harness/formats/documents/mission/edit-documents'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside, removeInside, writeInside } from '../../machine/disk/inside.ts'

export interface MissionPlaces {
  readonly repoRoot: string
  /** Absolute. */
  readonly dataDir: string
}

/** The file's text; null if there is none. */
export async function readDocument(places: MissionPlaces, file: DocumentFile): Promise<string | null> {
  const { root, path } = rootedPath(places, file)
  try {
    const bytes = await readInside(root, path)
    return bytes === null ? null : textOf(bytes, path)
  } catch (error) {
    // The folder does not exist yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Null removes it. */
export async function writeDocument(
  places: MissionPlaces,
  file: DocumentFile,
  text: string | null,
): Promise<void> {
  const { root, path } = rootedPath(places, file)
  if (text === null) return removeInside(root, path)
  if (file.place === 'user') await makeDir(root)
  await writeInside(root, path, text)
}

const rootedPath = (
  { repoRoot, dataDir }: MissionPlaces,
  { place, path }: DocumentFile,
): { readonly root: string; readonly path: string } =>
  place === 'user' ? { root: dataDir, path } : { root: repoRoot, path: `${missionFolder}/${path}` }

/** Rewritten, bytes that are no text would be lost. */
function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UserError('document-not-text', `${path} is not text in UTF-8.`, {
      next: `Save ${path} as UTF-8, then run: harness mission`,
      cause,
    })
  }
}

/** Names of what lies in a folder below `.harness/`; none where there is no such folder. */
export const missionNames = (repoRoot: string, folder: string): Promise<readonly string[]> =>
  readableNamesIn(join(repoRoot, missionFolder, folder))

/** Tells two states of a file apart; what is not there has a digest too. */
export const digestOf = (text: string | null): string =>
  text === null ? 'none' : createHash('sha256').update(text).digest('hex')
