/** Owns holding a path against all other processes: the kernel's lock where there is one, and the record for all to see. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasKernelLocks, takeKernelLock } from './kernel-lock.ts'
import type { LeaseRecord } from './lease-record.ts'
import { ownRecord } from './own-record.ts'
import { claimFile, type Obstacle, readRecord, releaseFile } from './record-file.ts'

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
  const real = join(await realpath(dirname(path)), basename(path))
  const lock = kernelLock ? await takeKernelLock(real) : null
  if (kernelLock && lock === null)
    return { type: 'refused', obstacle: { type: 'live', record: await holder(real) } }
  const record = await ownRecord(purpose)
  const obstacle = await claimFile(real, record)
  if (obstacle !== null) {
    await lock?.release()
    return { type: 'refused', obstacle }
  }
  let released: Promise<void> | null = null
  const release = async (): Promise<void> => {
    await releaseFile(real, record)
    await lock?.release()
  }
  return {
    type: 'held',
    hold: {
      record,
      release: () => {
        released ??= release()
        return released
      },
    },
  }
}

/** Who holds the kernel's lock, as far as written down: the record may be a moment behind. */
async function holder(path: string): Promise<LeaseRecord | null> {
  const record = await readRecord(path)
  return typeof record === 'object' ? record : null
}
