/**
 * Writes whole files, all of them or none. What a write replaces is kept beside it on request. A file that a person has
 * saved since it was written stays as they saved it.
 */
import { createInside, readInside, removeInside, writeInside } from '../../machine/disk/inside.ts'
import { PathRefusedError } from '../../machine/disk/resolve-inside.ts'

export interface FileChange {
  readonly root: string
  readonly path: string
  /** As the file was read; null if it was missing. */
  readonly found: Buffer | null
  /** Null to remove it. */
  readonly text: string | null
  readonly keepsOld: boolean
}

export type WrittenFiles =
  /** Names of the files with the old contents. */
  | { readonly type: 'written'; readonly kept: readonly string[] }
  /** A file is not what was read any more. Nothing was written. */
  | { readonly type: 'changed' }

/** Safe to repeat: a file that is as it should be is left alone. */
export async function writeFiles(changes: readonly FileChange[]): Promise<WrittenFiles> {
  const undo: (() => Promise<void>)[] = []
  const putBack = async (): Promise<void> => {
    for (const one of undo.reverse()) await one()
  }
  const kept: string[] = []
  try {
    for (const change of changes) {
      const written = await writeFile(change, undo)
      if (written === null) {
        await putBack()
        return { type: 'changed' }
      }
      kept.push(...written)
    }
  } catch (error) {
    await putBack()
    throw error
  }
  return { type: 'written', kept }
}

/** Null if the file is another one by now. */
async function writeFile(
  { root, path, found, text, keepsOld }: FileChange,
  undo: (() => Promise<void>)[],
): Promise<readonly string[] | null> {
  if ((found?.toString('utf8') ?? null) === text) return []
  const there = await readInside(root, path)
  if (!isSame(there, found)) return null
  if (found === null) {
    if (text === null) return []
    if (!(await createInside(root, path, text))) return null
    undo.push(() => undoWrite(root, path, text, null))
    return []
  }
  const kept = keepsOld ? [await keepAside(root, path, found)] : []
  undo.push(() => undoWrite(root, path, text, found))
  await replace(root, path, text)
  return kept
}

async function undoWrite(
  root: string,
  path: string,
  written: string | null,
  before: Buffer | null,
): Promise<void> {
  const now = await readInside(root, path)
  if (isSame(now, written === null ? null : Buffer.from(written))) await replace(root, path, before)
}

const replace = (root: string, path: string, content: string | Buffer | null): Promise<void> =>
  content === null ? removeInside(root, path) : writeInside(root, path, content)

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

/** People need not have committed it. Repeated, it finds what it kept. */
async function keepAside(root: string, path: string, bytes: Buffer): Promise<string> {
  for (let nth = 1; ; nth++) {
    const aside = `${path}.aside${nth === 1 ? '' : `-${nth}`}`
    if (await createInside(root, aside, bytes)) return aside
    if ((await fileIn(root, aside))?.equals(bytes) === true) return aside
  }
}

/** Null also if the name belongs to a folder or a link. */
async function fileIn(root: string, path: string): Promise<Buffer | null> {
  try {
    return await readInside(root, path)
  } catch (error) {
    if (error instanceof PathRefusedError) return null
    throw error
  }
}
