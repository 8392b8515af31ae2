/** Holds on to a folder so that a link swapped in above it, between looking and using, changes nothing. */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { platform } from 'node:process'
import { PathRefusedError, pathInside } from './resolve-inside.ts'

/**
 * Calls `use` with a path to the file whose folder is held open. On Linux that path goes through the open folder
 * itself; elsewhere it is the folder's real path, which leaves a moment in which it could be swapped.
 */
export async function withHeldFolder<Result>(
  root: string,
  path: string,
  missingFolders: 'create' | 'fail',
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const target = await pathInside(root, path)
  if (platform !== 'linux') {
    if (missingFolders === 'create') await mkdir(dirname(target), { recursive: true })
    return use(await pathInside(root, path))
  }
  const realRoot = await realpath(root)
  let folder = await open(realRoot, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    for (const part of relative(realRoot, dirname(target)).split('/')) {
      if (part === '') continue
      const next = await enter(join(held(folder), part), path, missingFolders)
      await folder.close()
      folder = next
    }
    return await use(join(held(folder), basename(target)))
  } finally {
    await folder.close()
  }
}

const held = (folder: FileHandle): string => `/proc/self/fd/${folder.fd}`

/** All links were followed when the path was resolved, so one that turns up now was put there since. */
async function enter(folder: string, path: string, missing: 'create' | 'fail'): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  if (missing === 'create') {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  try {
    return await open(folder, flags)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error
    const isLink = await lstat(folder).then((stats) => stats.isSymbolicLink())
    if (!isLink && missing === 'fail') throw error
    const why = isLink ? 'was led elsewhere while it was being used' : 'leads through a file'
    throw new PathRefusedError(`path ${JSON.stringify(path)} ${why}`)
  }
}
