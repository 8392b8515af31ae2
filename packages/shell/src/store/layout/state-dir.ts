/** Owns the state directory as a whole: it is there, and git does not see it. Safe to repeat. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate, durableReplace } from '../../machine/disk/durable-write.ts'

/**
 * The state directory ignores itself, so that what runs leave there never makes the tree dirty. To be called before
 * anything else is put there; a `.gitignore` that no longer says `*` is told to again, and keeps what else it says.
 */
export async function ignoreStateDir(stateDir: string): Promise<void> {
  await makeDir(stateDir)
  const path = join(stateDir, '.gitignore')
  if (await durableCreate(path, '*\n')) return
  const text = await readFile(path, 'utf8')
  if (!text.split(/\r?\n/).includes('*')) await durableReplace(path, `*\n${text}`)
}
