/** Reads the plain files of a folder as one text. */
import { join } from 'node:path'
import { folderText } from '@harness/formats/documents/codec/folder-text'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { PathRefusedError } from '../../machine/disk/resolve-inside.ts'

/** Null if there is no such folder, or nothing in it. `path` ends with a slash. */
export async function readFolder(root: string, path: string): Promise<Buffer | null> {
  const files: Record<string, string> = {}
  for (const name of await readableNamesIn(join(root, path))) {
    const bytes = await readInside(root, `${path}${name}`).catch(nullIfRefused)
    if (bytes !== null) files[name] = bytes.toString('utf8')
  }
  const text = folderText(files)
  return text === null ? null : Buffer.from(text)
}

/** A folder or a link is no file of the folder. */
function nullIfRefused(error: unknown): null {
  if (error instanceof PathRefusedError) return null
  throw error
}
