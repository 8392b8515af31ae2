/** Owns recognizing a place in a journal: the records before it are counted and summed in one pass, and none is read. */
import type { JournalPosition } from '../port/run-store.ts'
import { crc32 } from './crc32.ts'
import type { ReadableFile } from './read-blocks.ts'

const newline = 0x0a

/** Whether a reader of this journal was at that place: no byte before it is other than it was then. */
export async function isPlaceIn(
  file: ReadableFile,
  { events, bytes, crc }: JournalPosition,
): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(Math.min(bytes, 1 << 20))
  let lines = 0
  let sum = 0
  for (let offset = 0; offset < bytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - offset), offset)
    if (bytesRead === 0) return false
    const read = buffer.subarray(0, bytesRead)
    sum = crc32(read, sum)
    for (let at = read.indexOf(newline); at !== -1; at = read.indexOf(newline, at + 1)) lines++
    offset += bytesRead
  }
  return lines === events && sum === crc
}
