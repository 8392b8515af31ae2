/** Owns how a word leaves the inbox once its effect is journaled: kept in `taken`, to bar a second answer. */
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDir, syncDir } from '../../machine/disk/durable-dir.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import type { PostedWord } from '../port/run-store.ts'
import { inboxOf, takenOf } from './inbox-folder.ts'

/** May be called again. First the place in `taken`, then out of the inbox: at no moment is the gate's name free. */
export async function wordTaken(runDir: string, { name }: PostedWord): Promise<void> {
  const inbox = inboxOf(runDir)
  const path = join(inbox, name)
  const taken = takenOf(inbox)
  await makeDir(taken)
  try {
    await link(path, join(taken, name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
  await syncDir(taken)
  await removeFile(path)
}
