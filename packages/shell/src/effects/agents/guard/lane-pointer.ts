/** Guards the file by which a lane's folder belongs to its repository: an agent could point it somewhere else. */

import { randomUUID } from 'node:crypto'
import { lstat, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { ifMissing, textIfThere } from '../../../machine/disk/if-missing.ts'

interface LanePointer {
  /** True if the pointer was no longer what it had been and was put back. */
  mend(): Promise<boolean>
}

export async function holdPointer(lane: string): Promise<LanePointer> {
  const path = join(lane, '.git')
  const pointer = await pointerAt(path)
  invariant(pointer !== null, `${lane} is a worktree`)
  return {
    async mend() {
      if ((await pointerAt(path)) === pointer) return false
      // Whatever stands there now is kept, beside the lane and not in it.
      await rename(path, `${lane}.git-${randomUUID()}`).catch(ifMissing(undefined))
      await writeFile(path, pointer)
      return true
    },
  }
}

/** Null if there is no file, or anything else than a file. */
async function pointerAt(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(ifMissing(null))
  return stats?.isFile() === true ? textIfThere(path) : null
}
