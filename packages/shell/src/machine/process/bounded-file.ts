/**
 * A new file that takes any amount of output and keeps its beginning and its end, with a line between them that says how
 * much was left out. While it is written the end is beside it, in a ring.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { removeFile } from '../disk/remove-file.ts'

export interface KeptBytes {
  readonly head: number
  readonly tail: number
}

/** The place of the end meanwhile. */
export const ringBeside = (path: string): string => `${path}.end`

const copyBytes = 1024 * 1024

export function boundedFile(path: string, keeps: KeptBytes): Writable {
  let file: FileHandle | null = null
  let ring: FileHandle | null = null
  let headBytes = 0
  /** All that went to the ring, and is there as far as it was not written over. */
  let ringBytes = 0

  const put = async (chunk: Buffer): Promise<void> => {
    const head = chunk.subarray(0, Math.max(0, keeps.head - headBytes))
    if (head.length > 0) await writeWhole(await opened(), head, null)
    headBytes += head.length
    const rest = chunk.subarray(head.length)
    // Of a chunk longer than the ring only the end would survive.
    const skipped = Math.max(0, rest.length - keeps.tail)
    ringBytes += skipped
    for (let at = skipped; at < rest.length; ) {
      ring ??= await open(ringBeside(path), 'wx+', 0o600)
      const place = ringBytes % keeps.tail
      const part = rest.subarray(at, at + keeps.tail - place)
      await writeWhole(ring, part, place)
      ringBytes += part.length
      at += part.length
    }
  }

  const opened = async (): Promise<FileHandle> => {
    // `wx`: always a new file, so that a planted link cannot send the output elsewhere.
    file ??= await open(path, 'wx', 0o600)
    return file
  }

  const join = async (): Promise<void> => {
    const whole = await opened()
    if (ring === null) return
    const leftOut = Math.max(0, ringBytes - keeps.tail)
    if (leftOut > 0) await whole.write(`\n[harness] ${leftOut} bytes of output were left out here.\n`)
    const from = leftOut > 0 ? ringBytes % keeps.tail : 0
    const length = Math.min(ringBytes, keeps.tail)
    await copy(ring, whole, from, length - from)
    await copy(ring, whole, 0, from)
  }

  const settle = (work: Promise<void>, done: (error?: Error | null) => void): void =>
    void work.then(() => done(), done)

  return new Writable({
    construct: (done) =>
      settle(
        opened().then(() => {}),
        done,
      ),
    write: (chunk: Buffer, _encoding, done) => settle(put(chunk), done),
    final: (done) => settle(join(), done),
    destroy(error, done) {
      const close = async (): Promise<void> => {
        await file?.close()
        await ring?.close()
        if (ring !== null) await removeFile(ringBeside(path))
      }
      void close().then(
        () => done(error),
        (trouble: Error) => done(error ?? trouble),
      )
    },
  })
}

async function writeWhole(file: FileHandle, bytes: Buffer, place: number | null): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(
      bytes,
      at,
      bytes.length - at,
      place === null ? null : place + at,
    )
    at += bytesWritten
  }
}

async function copy(from: FileHandle, to: FileHandle, start: number, length: number): Promise<void> {
  const buffer = Buffer.alloc(Math.min(copyBytes, length))
  for (let done = 0; done < length; ) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, length - done), start + done)
    if (bytesRead === 0) return
    await writeWhole(to, buffer.subarray(0, bytesRead), null)
    done += bytesRead
  }
}
