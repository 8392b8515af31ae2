/** Owns listing the names in a folder. Each function says what it answers if the folder cannot be listed. */
import { promises, readdirSync } from 'node:fs'

function noneIfMissing(error: unknown): [] {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return []
  throw error
}

/** None if there is no such folder; any other failure is thrown. */
export const namesIn = (folder: string): Promise<readonly string[]> =>
  promises.readdir(folder).catch(noneIfMissing)

/** Like `namesIn`. */
export function namesInSync(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    return noneIfMissing(error)
  }
}

/** None if the folder cannot be listed, for any reason. */
export const readableNamesIn = (folder: string): Promise<readonly string[]> =>
  promises.readdir(folder).catch(() => [])

/** Like `readableNamesIn`. */
export function readableNamesInSync(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
