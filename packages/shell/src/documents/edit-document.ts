/**
 * Changes a file that people own, only if it still says what it said when it was read: a person's edit meanwhile is never
 * overwritten. Safe to repeat: a file that already says what it should is left alone.
 */
import { readInside, writeInside } from '../files/inside.ts'

export type DocumentEdit =
  | { readonly type: 'edited' }
  /** Somebody changed or removed it since it was read; nothing was written. */
  | { readonly type: 'changed-meanwhile'; readonly found: string | null }

export async function editDocument(
  root: string,
  path: string,
  read: string,
  wanted: string,
): Promise<DocumentEdit> {
  const found = (await readInside(root, path))?.toString('utf8') ?? null
  if (found === wanted) return { type: 'edited' }
  if (found !== read) return { type: 'changed-meanwhile', found }
  await writeInside(root, path, wanted)
  return { type: 'edited' }
}
