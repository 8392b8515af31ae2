/** Owns the view a process has of itself and of other holders on this machine. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { bootId, ownIdentity, processIdentity } from '../process/process-identity.ts'
import { type LeaseRecord, type Standing, standingOf } from './lease-record.ts'

export async function ownRecord(purpose: string): Promise<LeaseRecord> {
  const { pid, startTime } = await ownIdentity()
  return {
    pid,
    startTime,
    host: hostname(),
    bootId: await bootId(),
    purpose,
    at: Date.now(),
    token: randomUUID(),
  }
}

export async function standingHere(record: LeaseRecord): Promise<Standing> {
  const identity = await processIdentity(record.pid)
  return standingOf(record, {
    host: hostname(),
    bootId: await bootId(),
    startTimeOfPid: identity?.startTime ?? null,
  })
}
