/**
 * Reads many objects of a repository with one git call. Their bytes go to a scratch file, so that neither their number nor
 * their size fills the memory.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { gitOk } from './git.ts'

export interface Blob {
  readonly size: number
  /** The whole content, or a part of it. */
  bytes(from?: number, length?: number): Promise<Buffer>
}

/** By the name that was asked for: an object, or `<commit>:<path>`. What is missing or no file is not in it. */
export type Blobs = ReadonlyMap<string, Blob>

/** The blobs can be read while `use` runs. */
export async function withBlobs<Result>(
  repository: string,
  names: readonly string[],
  use: (blobs: Blobs) => Promise<Result>,
): Promise<Result> {
  // Git reads one name in a line.
  const asked = [...new Set(names)].filter((name) => !name.includes('\n'))
  if (asked.length === 0) return use(new Map())
  const scratch = await mkdtemp(join(tmpdir(), `harness-blobs-${pid}-`))
  try {
    const file = await open(join(scratch, 'blobs'), 'wx+', 0o600)
    try {
      await gitOk(repository, ['cat-file', '--batch'], {
        stdin: `${asked.join('\n')}\n`,
        stdoutFd: file.fd,
      })
      return await use(await blobsIn(file, asked))
    } finally {
      await file.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Longer than `<object> <type> <size>`; a name that git repeats may be cut. */
const longestHeader = 8192

async function blobsIn(file: FileHandle, asked: readonly string[]): Promise<Blobs> {
  const blobs = new Map<string, Blob>()
  let at = 0
  for (const name of asked) {
    const header = await headerAt(file, at)
    at += header.length + 1
    const [, type, digits = ''] = /^[0-9a-f]{40,64} ([a-z]+) (\d+)$/.exec(header.toString('latin1')) ?? []
    if (type === undefined) continue
    const size = Number(digits)
    const start = at
    at += size + 1
    if (type === 'blob')
      blobs.set(name, {
        size,
        bytes: (from = 0, length = size) => read(file, start + from, Math.min(length, size - from)),
      })
  }
  return blobs
}

async function headerAt(file: FileHandle, at: number): Promise<Buffer> {
  const bytes = await read(file, at, longestHeader)
  const end = bytes.indexOf(0x0a)
  return bytes.subarray(0, end === -1 ? bytes.length : end)
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}
