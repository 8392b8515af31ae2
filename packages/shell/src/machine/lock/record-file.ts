/**
 * Owns the file that says who holds something. It is created by at most one process; one left by a dead process is
 * replaced by at most one, however many try.
 *
 * Taking over: the name of the claim file contains the dead record's token, so that exactly the takers of that record
 * compete for one name. The holder of the claim looks again: while the dead record is still there, no other process can
 * have replaced it. A claim whose holder died is itself taken over in the same way.
 */
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWhole } from '../disk/durable-write.ts'
import { removeFile } from '../disk/remove-file.ts'
import { type LeaseRecord, printLeaseRecord } from './lease-record.ts'
import { readRecord } from './read-record.ts'
import { standingHere } from './standing-here.ts'

export type Obstacle =
  | { readonly type: 'live'; readonly record: LeaseRecord | null }
  | { readonly type: 'other-host'; readonly record: LeaseRecord }
  | { readonly type: 'unreadable'; readonly path: string }

const takeoverPauseMs = 5
const takeoverTries = 400

/** Null when the file is ours now; otherwise who is in the way. */
export async function claimFile(path: string, mine: LeaseRecord): Promise<Obstacle | null> {
  for (let tries = 1; ; tries++) {
    const found = readRecord(path)
    if (found === 'unreadable') return { type: 'unreadable', path }
    if (found === 'none') {
      if (createWhole(path, printLeaseRecord(mine))) return null
      continue
    }
    const standing = await standingHere(found)
    if (standing === 'unknown') return { type: 'other-host', record: found }
    if (standing === 'live') return { type: 'live', record: found }
    const rival = await takeOver(path, found, mine)
    if (rival === null) return null
    if (rival.type !== 'live' || tries >= takeoverTries) return rival
    await sleep(takeoverPauseMs)
  }
}

async function takeOver(path: string, dead: LeaseRecord, mine: LeaseRecord): Promise<Obstacle | null> {
  const claim = `${path}.claim-${dead.token}`
  const rival = await claimFile(claim, mine)
  if (rival !== null) return rival
  const now = readRecord(path)
  if (typeof now === 'object' && now.token === dead.token) {
    // The claim already holds our record, whole and synced: moving it replaces the dead one and ends the claim.
    await rename(claim, path)
    return null
  }
  await removeFile(claim)
  return { type: 'live', record: null }
}

/** Only the record's own holder may let go of it. */
export async function releaseFile(path: string, mine: LeaseRecord): Promise<void> {
  const found = readRecord(path)
  if (typeof found === 'object' && found.token === mine.token) await removeFile(path)
}
