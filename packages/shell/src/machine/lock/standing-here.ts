/** Owns the view a process has of itself and of other holders on this machine. */
import { hostname } from 'node:os'
import { bootId, ownIdentity, processIdentity } from '../process/process-identity.ts'
import { type LeaseRecord, type Standing, standingOf } from './lease-record.ts'

/** Neither changes while this process lives. */
let here: Promise<{ readonly pid: number; readonly startTime: string; readonly bootId: string }> | null = null

export const thisProcess = () => {
  here ??= Promise.all([ownIdentity(), bootId()]).then(([identity, boot]) => ({ ...identity, bootId: boot }))
  return here
}

export async function standingHere(record: LeaseRecord): Promise<Standing> {
  const identity = await processIdentity(record.pid)
  return standingOf(record, {
    host: hostname(),
    bootId: (await thisProcess()).bootId,
    startTimeOfPid: identity?.startTime ?? null,
  })
}
