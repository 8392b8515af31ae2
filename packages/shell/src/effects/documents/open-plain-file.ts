/** Opens a file that is edited in place, if it is a plain file. Knows by what a file is seen to be unchanged. */
import { closeSync, constants, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PathRefusedError } from '../../machine/disk/resolve-inside.ts'

const stampFields = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const

export type FileStamp = Readonly<Record<(typeof stampFields)[number], bigint>>

/** Two changes within this time may have the same times: file systems count in steps of up to two seconds. */
const settledMs = 2_500

export interface OpenFile {
  readonly descriptor: number
  /** As it was opened. */
  readonly stamp: FileStamp
}

export interface PlainFile {
  readonly root: string
  /** Relative to the root. */
  readonly path: string
  /** What messages call it: `handbook`. */
  readonly called: string
}

/** Null if there is none. Follows no link. */
export function openPlainFile({ root, path, called }: PlainFile, access: 'read' | 'write'): OpenFile | null {
  const flags = access === 'read' ? constants.O_RDONLY : constants.O_RDWR
  try {
    // A pipe in the file's place must not keep the run waiting.
    const descriptor = openSync(join(root, path), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stamp = fstatSync(descriptor, { bigint: true })
    if (stamp.isFile()) return { descriptor, stamp }
    closeSync(descriptor)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code !== 'ELOOP' && code !== 'EISDIR' && code !== 'ENXIO') throw error
  }
  throw new PathRefusedError(
    `${path} is a link, a folder or a device`,
    `Put the ${called} itself there as a file, because the harness edits it in place; then give the command again.`,
  )
}

/** How a file is seen to be unchanged without being read. */
export interface StampRules {
  isSame(one: FileStamp, other: FileStamp): boolean
  /** Whether the file was last changed so long ago that a later change has another stamp. */
  isSettled(stamp: FileStamp): boolean
}

/** What a patch does to an open file. */
export interface PatchDisk {
  /** Writes these bytes at this place. */
  patch(descriptor: number, bytes: Buffer, at: number): void
  /** Returns when the change would survive a loss of power. */
  sync(descriptor: number): void
}

export const patchDisk: PatchDisk = {
  patch: (descriptor, bytes, at) => void writeSync(descriptor, bytes, 0, bytes.length, at),
  sync: fdatasyncSync,
}

export const stampRules: StampRules = {
  isSame: (one, other) => stampFields.every((field) => one[field] === other[field]),
  isSettled: ({ mtimeNs, ctimeNs }) =>
    Math.max(Number(mtimeNs), Number(ctimeNs)) / 1e6 < Date.now() - settledMs,
}
