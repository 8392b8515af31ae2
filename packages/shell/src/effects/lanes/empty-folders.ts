/** Finds folders in a lane with no file in them: git holds none, so that what needs one fails in every clone. */
import type { Dirent } from 'node:fs'
import { readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gitOk } from '../../machine/git/git.ts'
import { pathBytes, pathText } from '../../machine/git/path-text.ts'

/** Those that git neither tracks nor ignores, each ending in `/`; of folders in one another the topmost. */
export async function emptyFolders(lane: string): Promise<readonly string[]> {
  const { bytes } = await gitOk(lane, ['ls-files', '--others', '--directory', '--exclude-standard', '-z'])
  const folders = pathText(bytes)
    .split('\0')
    .filter((path) => path.endsWith('/'))
  const empty: string[] = []
  for (const folder of folders) if (await hasNoFile(pathBytes(join(lane, folder)))) empty.push(folder)
  return empty
}

async function hasNoFile(folder: Buffer): Promise<boolean> {
  const entries = await entriesOf(folder)
  if (!entries.every((entry) => entry.isDirectory())) return false
  for (const { name } of entries) if (!(await hasNoFile(inside(folder, name)))) return false
  return true
}

/** Never a file with it: one that appears meanwhile makes it stay. */
export async function removeEmpty(lane: string, folder: string): Promise<void> {
  const remove = async (path: Buffer): Promise<void> => {
    for (const { name } of await entriesOf(path)) await remove(inside(path, name))
    await rmdir(path).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOENT', 'ENOTEMPTY', 'ENOTDIR'].includes(error.code ?? '')) throw error
    })
  }
  await remove(pathBytes(join(lane, folder)))
}

/** None if it is no folder (any more); a link is none. */
async function entriesOf(folder: Buffer): Promise<readonly Dirent<Buffer>[]> {
  try {
    return await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

const inside = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name])
