/** Reads the file that says who holds something; whether they still do is another question. */
import { readFileSync } from 'node:fs'
import { type LeaseRecord, parseLeaseRecord } from './lease-record.ts'

export function readRecord(path: string): LeaseRecord | 'none' | 'unreadable' {
  try {
    return parseLeaseRecord(readFileSync(path, 'utf8')) ?? 'unreadable'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none'
    throw error
  }
}
