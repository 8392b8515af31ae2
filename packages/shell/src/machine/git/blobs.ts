/**
 * Reads many objects of a repository: from their own files if they are small and not packed, all others with one git call. Its
 * bytes go to a scratch file, so that neither their number nor their size fills the memory.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { gitOk } from './git.ts'
import { type GitDirs, gitDirsAt } from './git-dirs.ts'
import { looseObject } from './loose-object.ts'
import { safeRevision } from './refs.ts'
import { entryIn } from './tree-files.ts'

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
  const named = [...new Set(names)].filter((name) => !name.includes('\n'))
  const filed = blobsInFiles(gitDirsAt(repository), named)
  const asked = named.filter((name) => !filed.has(name))
  const inOrder = (read: Blobs): Blobs =>
    new Map(
      named.flatMap((name) => {
        const blob = filed.get(name) ?? read.get(name)
        return blob === undefined ? [] : [[name, blob]]
      }),
    )
  if (asked.length === 0) return use(inOrder(new Map()))
  const scratch = await mkdtemp(join(tmpdir(), `harness-blobs-${pid}-`))
  try {
    const file = await open(join(scratch, 'blobs'), 'wx+', 0o600)
    try {
      await gitOk(repository, ['cat-file', '--batch'], {
        stdin: `${asked.join('\n')}\n`,
        stdoutFd: file.fd,
      })
      return await use(inOrder(await blobsIn(file, asked)))
    } finally {
      await file.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Throws if there is no such blob. */
export async function blobBytes(repository: string, blob: string): Promise<Buffer> {
  const filed = contentInFiles(gitDirsAt(repository), blob)
  return filed ?? (await gitOk(repository, ['cat-file', 'blob', safeRevision(blob)])).bytes
}

/** More is left to git. */
const mostBytes = 16 * 1024 * 1024

/** Null is what is surely no file. What is not in it only git can tell. */
function blobsInFiles(dirs: GitDirs, names: readonly string[]): ReadonlyMap<string, Blob | null> {
  const found = new Map<string, Blob | null>()
  let held = 0
  for (const name of names) {
    const content = held > mostBytes ? undefined : contentInFiles(dirs, name)
    if (content === undefined) continue
    held += content?.length ?? 0
    found.set(name, content === null ? null : blobOf(content))
  }
  return found
}

const blobOf = (content: Buffer): Blob => ({
  size: content.length,
  bytes: async (from = 0, length = content.length) => content.subarray(from, from + length),
})

/** Of an object, or of the file `<commit>:<path>`: null if there is none, undefined if only git can tell. */
export function contentInFiles(dirs: GitDirs, name: string): Buffer | null | undefined {
  const colon = name.indexOf(':')
  const entry = colon === -1 ? { object: name } : entryIn(dirs, name.slice(0, colon), name.slice(colon + 1))
  if (entry === null || entry === undefined) return entry
  const object = looseObject(dirs, entry.object)
  if (object === undefined) return undefined
  return object.type === 'blob' ? object.content : null
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
