/** Writes a new pack of texts. The bytes of a call are on disk when it returns. */
import { closeSync, constants, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs'
import { diskError } from '../../machine/disk/disk-error.ts'
import { makeDir, syncDir } from '../../machine/disk/durable-dir.ts'
import { nextPack } from './text-packs.ts'

export type AppendToPack = (bytes: Buffer) => void

export async function newPack(folder: string): Promise<AppendToPack> {
  await makeDir(folder)
  const path = nextPack(folder)
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    throw diskError(error, path)
  }
  await syncDir(folder)
  let size = 0
  return (bytes) => {
    try {
      append(path, bytes, size)
    } catch (error) {
      throw diskError(error, path)
    }
    size += bytes.length
  }
}

/** Refuses a file that another program changed: a reader could not find what is written there. */
function append(path: string, bytes: Buffer, size: number): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW)
  try {
    if (fstatSync(fd).size !== size) throw new Error(`${path} was changed by another program`)
    for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written)
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
