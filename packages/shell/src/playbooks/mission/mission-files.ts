/** Reads the files in `.harness/` of the checkout, that a mission shares with people. Never follows a link. */
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { missionFolder } from '@harness/core/playbooks/mission/state/mission-contents'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'

/** The text of a file below `.harness/`; null if there is none. */
export async function readDocument(repoRoot: string, path: string): Promise<string | null> {
  const file = `${missionFolder}/${path}`
  const bytes = await readInside(repoRoot, file)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UserError('document-not-text', `${file} is not text in UTF-8.`, {
      next: `Save ${file} as UTF-8, then run: harness mission`,
      cause,
    })
  }
}

/** Names of what is in a folder below `.harness/`; none if there is no such folder. */
export const missionNames = (repoRoot: string, folder: string): Promise<readonly string[]> =>
  readableNamesIn(join(repoRoot, missionFolder, folder))
