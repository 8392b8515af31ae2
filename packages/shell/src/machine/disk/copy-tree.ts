/** Owns copies of files and folders. The disk shares their content if it can. */
import { constants, type Dirent } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a file, a link or a folder with all that is in it. The folder above `to` must be there. A file at `to` is replaced,
 * a link stays. Links are copied as they are and never followed; sockets, pipes and devices are left out. Others may work
 * in `from`: what is gone meanwhile, or may not be read, is left out too.
 */
export async function copyTree(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const stats = await lstat(from).catch(unlessLeftOut)
  if (stats === undefined) return
  if (stats.isSymbolicLink()) await copyLink(from, to).catch(unlessLeftOut)
  if (stats.isFile()) {
    const isCopied = await copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true, unlessLeftOut)
    if (isCopied === true) await utimes(to, stats.atime, stats.mtime)
  }
  if (stats.isDirectory()) await copyFolder(from, to, stats.mode, signal)
}

/** Folders one after the other, so that few files are open at once. */
async function copyFolder(from: string, to: string, mode: number, signal: AbortSignal): Promise<void> {
  const entries: readonly Dirent[] = (await readdir(from, { withFileTypes: true }).catch(unlessLeftOut)) ?? []
  await mkdir(to, { recursive: true, mode: mode | 0o700 })
  const copy = ({ name }: Dirent): Promise<void> => copyTree(join(from, name), join(to, name), signal)
  await Promise.all(entries.filter((entry) => !entry.isDirectory()).map(copy))
  for (const entry of entries) if (entry.isDirectory()) await copy(entry)
}

const copyLink = async (from: string, to: string): Promise<void> => symlink(await readlink(from), to)

const leftOut: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EACCES', 'EPERM', 'EEXIST'])

function unlessLeftOut(error: NodeJS.ErrnoException): undefined {
  if (!leftOut.has(error.code)) throw error
}
