/**
 * Owns how a pack file holds long texts: `<sha-256> <bytes>\n`, the bytes, `\n`, one text after the other. A text that
 * a crash cut short at the end of a pack is no text: no record refers to it.
 */
import { closeSync, constants, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** The place of a text's bytes. */
export interface PackedText {
  readonly pack: string
  readonly start: number
  readonly length: number
}

const head = /^([0-9a-f]{64}) (\d{1,12})\n/
const longestHead = 64 + 1 + 12 + 1
const newline = 0x0a

export const packed = (digest: string, text: string): string =>
  `${digest} ${Buffer.byteLength(text)}\n${text}\n`

/** The packs of a folder, oldest first; none if there is no folder. */
export const packsIn = (folder: string): readonly string[] =>
  numbersIn(folder).map((number) => packPath(folder, number))

/** The path of a new pack. */
export const nextPack = (folder: string): string => packPath(folder, (numbersIn(folder).at(-1) ?? 0) + 1)

const packPath = (folder: string, number: number): string => join(folder, `${number}.pack`)

const numbersIn = (folder: string): readonly number[] =>
  namesIn(folder)
    .flatMap((name) => /^(\d+)\.pack$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Tells of every whole text from `from` on. Returns where the next one will start. */
export function walkPack(
  pack: string,
  from: number,
  bytesAt: BytesAt,
  onText: (digest: string, text: PackedText) => void,
): number {
  for (let at = from; ; ) {
    const found = head.exec(bytesAt({ pack, start: at, length: longestHead }).toString('latin1'))
    if (found === null) return at
    const [line, digest = '', length = ''] = found
    const text = { pack, start: at + line.length, length: Number(length) }
    const end = text.start + text.length
    // Bytes are written in order, so the newline after a text shows that all of it is there.
    if (bytesAt({ pack, start: end, length: 1 })[0] !== newline) return at
    onText(digest, text)
    at = end + 1
  }
}

/** Fewer bytes only at the end of the file. */
export type BytesAt = (place: PackedText) => Buffer

const blockBytes = 1 << 20

/** Reads a block at a time and remembers the last one: a journal refers to its texts mostly in their order. */
export function packReader(): BytesAt {
  let block: { pack: string; start: number; bytes: Buffer } = { pack: '', start: 0, bytes: Buffer.alloc(0) }
  return ({ pack, start, length }) => {
    const isInBlock =
      pack === block.pack && start >= block.start && start + length <= block.start + block.bytes.length
    if (!isInBlock) block = { pack, start, bytes: readAt(pack, start, Math.max(length, blockBytes)) }
    return block.bytes.subarray(start - block.start, start - block.start + length)
  }
}

function readAt(pack: string, start: number, length: number): Buffer {
  const fd = openSync(pack, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const buffer = Buffer.allocUnsafe(length)
    let filled = 0
    for (let read = -1; filled < length && read !== 0; filled += read)
      read = readSync(fd, buffer, filled, length - filled, start + filled)
    return buffer.subarray(0, filled)
  } finally {
    closeSync(fd)
  }
}
