/** Owns holding a path against all other processes: the kernel's lock if there is one, and the record for all to see. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diskError } from '../disk/disk-error.ts'
import { hasKernelLocks, type KernelLock, takeKernelLock } from './kernel-lock.ts'
import type { LeaseRecord } from './lease-record.ts'
import { ownRecord } from './own-record.ts'
import { readRecord } from './read-record.ts'
import { claimFile, type Obstacle, releaseFile } from './record-file.ts'

export interface Hold {
  readonly record: LeaseRecord
  release(): Promise<void>
}

export type HoldAttempt =
  | { readonly type: 'held'; readonly hold: Hold }
  | { readonly type: 'refused'; readonly obstacle: Obstacle }

export interface HoldOptions {
  readonly kernelLock: boolean
}

/** One try. The directory of `path` must be there. */
export async function tryHold(
  path: string,
  purpose: string,
  { kernelLock = hasKernelLocks }: Partial<HoldOptions> = {},
): Promise<HoldAttempt> {
  const real = join(realpathSync.native(dirname(path)), basename(path))
  const lock = kernelLock ? await takeKernelLock(real) : noLock
  if (lock === null) return { type: 'refused', obstacle: { type: 'live', record: holder(real) } }
  try {
    const record = await ownRecord(purpose)
    const obstacle = await claimFile(real, record)
    if (obstacle === null) return { type: 'held', hold: holdOn(real, record, lock) }
    await lock.release()
    return { type: 'refused', obstacle }
  } catch (error) {
    await lock.release()
    throw diskError(error, real)
  }
}

const noLock: KernelLock = { release: async () => {} }

function holdOn(path: string, record: LeaseRecord, lock: KernelLock): Hold {
  const release = async (): Promise<void> => {
    await releaseFile(path, record)
    await lock.release()
  }
  let released: Promise<void> | null = null
  return {
    record,
    release: () => {
      released ??= release()
      return released
    },
  }
}

/** Who holds the kernel's lock, as far as written down: the record may be a moment behind. */
function holder(path: string): LeaseRecord | null {
  const record = readRecord(path)
  return typeof record === 'object' ? record : null
}
