/** Owns reading a file of git's that mostly is not there. */
import { readFileSync, statSync } from 'node:fs'

/** Null if there is no such file. */
export function readIfThere(path: string): Buffer | null {
  try {
    // An error for a missing file takes longer than a look.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return null
    return readFileSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
