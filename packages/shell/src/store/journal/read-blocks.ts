/** Owns reading a file of lines in large blocks, each of whole lines, so that a journal of any size fits in memory. */
const blockBytes = 1 << 18
const newline = 0x0a

/** As much of an open file as reading takes. */
export interface ReadableFile {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
}

/** The bytes after the last newline. */
export interface Rest {
  readonly bytes: Buffer
  readonly offset: number
}

/** The block's memory is used again for the next one: take what is needed before returning. Ends if it returns false. */
export async function readBlocks(
  file: ReadableFile,
  from: number,
  onBlock: (block: Buffer, offset: number) => boolean,
): Promise<Rest> {
  let buffer = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  let offset = from
  for (;;) {
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) return { bytes: Buffer.from(buffer.subarray(0, filled)), offset }
    const end = buffer.subarray(0, filled + bytesRead).lastIndexOf(newline) + 1
    if (end > 0 && !onBlock(buffer.subarray(0, end), offset))
      return { bytes: Buffer.alloc(0), offset: offset + end }
    buffer.copyWithin(0, end, filled + bytesRead)
    filled += bytesRead - end
    offset += end
  }
}

export function forEachLine(block: Buffer, onLine: (start: number, end: number) => void): void {
  for (let start = 0; start < block.length; ) {
    const end = block.indexOf(newline, start)
    onLine(start, end)
    start = end + 1
  }
}
