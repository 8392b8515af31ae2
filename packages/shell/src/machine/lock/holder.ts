/** Owns looking who works on a run. It takes nothing, so that commands that only look need not load what taking needs. */
import { join } from 'node:path'
import type { LeaseRecord } from './lease-record.ts'
import { readRecord } from './read-record.ts'
import { standingHere } from './standing-here.ts'

export const leaseFileName = 'lease.json'

export interface Holder {
  readonly record: LeaseRecord
  /** False for a holder on another host: this host cannot tell whether it still works. */
  readonly certain: boolean
}

/** The process that works on the run now; null if there is none. */
export async function holderOf(dir: string): Promise<Holder | null> {
  const record = readRecord(join(dir, leaseFileName))
  if (record === 'none' || record === 'unreadable') return null
  const standing = await standingHere(record)
  return standing === 'stale' ? null : { record, certain: standing === 'live' }
}
