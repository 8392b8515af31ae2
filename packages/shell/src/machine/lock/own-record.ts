/** Makes the record by which this process says that it holds something. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { LeaseRecord } from './lease-record.ts'
import { thisProcess } from './standing-here.ts'

export async function ownRecord(purpose: string): Promise<LeaseRecord> {
  const { pid, startTime, bootId } = await thisProcess()
  return { pid, startTime, host: hostname(), bootId, purpose, at: Date.now(), token: randomUUID() }
}
