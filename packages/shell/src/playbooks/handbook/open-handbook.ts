/** Opens the handbook of a repository if it is a plain file, and knows by what a file is seen to be unchanged. */
import { closeSync, constants, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PathRefusedError } from '../../machine/disk/resolve-inside.ts'

export const handbookFile = 'IMPECCABLE_HANDBOOK.md'

const stampFields = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const

export type FileStamp = Readonly<Record<(typeof stampFields)[number], bigint>>

/** Two changes within this time may bear the same times: file systems count in steps of up to two seconds. */
const settledMs = 2_500

export interface OpenHandbook {
  readonly descriptor: number
  /** As it was opened. */
  readonly stamp: FileStamp
}

export type HandbookAccess = 'read' | 'write'

/** Null if there is none. Follows no link. */
export function openHandbook(repoRoot: string, access: HandbookAccess): OpenHandbook | null {
  const flags = access === 'read' ? constants.O_RDONLY : constants.O_RDWR
  try {
    // Not to be kept waiting by a pipe that was put in the file's place.
    const descriptor = openSync(
      join(repoRoot, handbookFile),
      flags | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const stamp = fstatSync(descriptor, { bigint: true })
    if (stamp.isFile()) return { descriptor, stamp }
    closeSync(descriptor)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code !== 'ELOOP' && code !== 'EISDIR' && code !== 'ENXIO') throw error
  }
  throw new PathRefusedError(
    `${handbookFile} is a link, a folder or a device`,
    'Put the handbook itself there as a file, for its boxes are ticked in place; then give the command again.',
  )
}

/** How a file is seen to be unchanged without being read. */
export interface StampRules {
  isSame(one: FileStamp, other: FileStamp): boolean
  /** Whether the file was last changed so long ago that a later change bears another stamp. */
  isSettled(stamp: FileStamp): boolean
}

/** What a tick does to an open handbook. */
export interface BoxDisk {
  /** Changes the one byte at this place. */
  mark(descriptor: number, mark: Buffer, at: number): void
  /** Comes back when what was changed would survive a loss of power. */
  sync(descriptor: number): void
}

export const boxDisk: BoxDisk = {
  mark: (descriptor, mark, at) => void writeSync(descriptor, mark, 0, 1, at),
  sync: fdatasyncSync,
}

export const stampRules: StampRules = {
  isSame: (one, other) => stampFields.every((field) => one[field] === other[field]),
  isSettled: ({ mtimeNs, ctimeNs }) =>
    Math.max(Number(mtimeNs), Number(ctimeNs)) / 1e6 < Date.now() - settledMs,
}
