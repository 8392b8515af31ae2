/**
 * Puts a copy of a clean room in the room's place while a program works there: set-up may have written that path into files.
 * The copy is thrown away afterwards. If the harness dies meanwhile, the room is made again from nothing.
 */
import { rename } from 'node:fs/promises'
import { copyTree } from '../../machine/disk/copy-tree.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { pristineOf } from './room-folder.ts'

export async function withCopy<Result>(
  room: string,
  signal: AbortSignal,
  use: () => Promise<Result>,
): Promise<Result> {
  const pristine = pristineOf(room)
  await rename(room, pristine)
  try {
    await copyTree(pristine, room, signal)
    return await use()
  } finally {
    await removeTree(room)
    await rename(pristine, room)
  }
}
