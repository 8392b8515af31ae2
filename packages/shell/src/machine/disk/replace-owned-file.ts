/** Replaces a file that people own so that it survives a power loss whole, and keeps what else they set on it. */
import { chmod, lstat } from 'node:fs/promises'
import { diskError } from './disk-error.ts'
import { durableReplace } from './durable-write.ts'
import { ifMissing } from './if-missing.ts'
import { PathRefusedError } from './resolve-inside.ts'

/**
 * Temporary file, sync, rename, sync of the folder. A link in the target's place is refused: replacing it would cut
 * off what it leads to, following it would write who knows where. `shownAs` is how errors name the file.
 */
export async function durableWrite(
  path: string,
  content: string | Uint8Array,
  shownAs = path,
): Promise<void> {
  const before = await lstat(path).catch(ifMissing(null))
  if (before !== null && !before.isFile()) {
    throw new PathRefusedError(
      `path ${JSON.stringify(shownAs)} is a ${before.isSymbolicLink() ? 'link' : 'folder or device'}`,
    )
  }
  try {
    await durableReplace(path, content)
    if (before !== null) await chmod(path, before.mode & 0o7777)
  } catch (error) {
    throw diskError(error, shownAs)
  }
}
