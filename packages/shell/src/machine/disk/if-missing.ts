/** Owns what replaces a file that does not exist. Any other failure is thrown. */
import { readFile } from 'node:fs/promises'

/** For `catch`. */
export const ifMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead
    throw error
  }

/** Null if there is no such file. */
export const textIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch(ifMissing(null))
