/**
 * Owns the folder of a lane in which an agent finds what is too long for its envelope: `.git/harness`. No commit can hold it,
 * programs in a cell can read it, and it is gone when the lane's own repository is written again. In place it is a folder
 * that the run removes at its end.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskError } from '../../../machine/disk/disk-error.ts'
import { isInPlace } from '../../../machine/git/lane-dirs.ts'

const folderOf = (lane: string): string => (isInPlace(lane) ? '.harness/generator/material' : '.git/harness')

/** Its name, relative to the lane. */
export const layText = (lane: string, name: string, text: string): Promise<string> =>
  lay(lane, name, (path) => writeFile(path, text))

export const layCopy = (lane: string, name: string, from: string): Promise<string> =>
  lay(lane, name, (path) => copyFile(from, path))

async function lay(lane: string, name: string, write: (path: string) => Promise<void>): Promise<string> {
  const folder = folderOf(lane)
  const path = join(lane, folder, name)
  try {
    await mkdir(join(lane, folder), { recursive: true })
    await write(path)
  } catch (error) {
    throw diskError(error, path)
  }
  return `${folder}/${name}`
}
