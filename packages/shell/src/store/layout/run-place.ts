/** Owns `place` in a run's folder: the main worktree in which the run was last driven, so that a copy of it is recognized. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { durableReplace } from '../../machine/disk/durable-write.ts'

const placeFileName = 'place'

export const writePlace = (runDir: string, mainWorktree: string): Promise<void> =>
  durableReplace(join(runDir, placeFileName), `${mainWorktree}\n`)

/** Null if there is none: a crash came before it was written, or an earlier version started the run. */
export async function readPlace(runDir: string): Promise<string | null> {
  const text = await readFile(join(runDir, placeFileName), 'utf8').catch(() => '')
  return text.trimEnd() === '' ? null : text.replace(/\n$/, '')
}
