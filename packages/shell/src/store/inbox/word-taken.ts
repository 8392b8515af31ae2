/** Owns how a word leaves the inbox once its effect is journaled: kept in `taken`, to bar a second answer. */
import { link } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeDir, syncDir } from '../../machine/disk/durable-dir.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { takenOf } from './inbox-folder.ts'
import type { PostedWord } from './watch-inbox.ts'

/** May be called again. First the place in `taken`, then out of the inbox: at no moment is the gate's name free. */
export async function wordTaken(word: PostedWord): Promise<void> {
  const taken = takenOf(dirname(word.path))
  await makeDir(taken)
  try {
    await link(word.path, join(taken, basename(word.path)))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
  await syncDir(taken)
  await removeFile(word.path)
}
