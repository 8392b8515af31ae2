/**
 * Keeps room on the disk for the answer of a call while its agent works: an agent that cannot be kept is not paid, and
 * one that answers when the disk is full is still heard.
 */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskError } from '../../../machine/disk/disk-error.ts'

/** Few answers are longer. */
const bytes = 64 * 1024

const roomFile = (folder: string): string => join(folder, 'room')

export async function makeRoom(folder: string): Promise<void> {
  const path = roomFile(folder)
  try {
    // Bytes that no disk can make smaller.
    await writeFile(path, randomBytes(bytes))
  } catch (error) {
    await freeRoom(folder)
    throw diskError(error, path)
  }
}

export const freeRoom = (folder: string): Promise<void> => rm(roomFile(folder), { force: true })
