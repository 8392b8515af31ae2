/** Owns what a holder writes down about itself, and when such a record no longer stands for anybody. */
import { jsonObjectIn } from '@harness/formats/text/json-value'

export interface LeaseRecord {
  readonly pid: number
  /** When the process began, as the operating system tells it: process ids are used again. */
  readonly startTime: string
  readonly host: string
  readonly bootId: string
  readonly purpose: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Different for every record ever written. */
  readonly token: string
}

export const printLeaseRecord = (record: LeaseRecord): string => `${JSON.stringify(record, null, 2)}\n`

/** Null for anything that no holder wrote. */
export function parseLeaseRecord(text: string): LeaseRecord | null {
  const { pid, startTime, host, bootId, purpose, at, token } = jsonObjectIn(text) ?? {}
  const known =
    Number.isSafeInteger(pid) &&
    typeof startTime === 'string' &&
    typeof host === 'string' &&
    typeof bootId === 'string' &&
    typeof purpose === 'string' &&
    typeof at === 'number' &&
    typeof token === 'string' &&
    /^[\w-]{1,64}$/.test(token)
  return known ? ({ pid, startTime, host, bootId, purpose, at, token } as LeaseRecord) : null
}

/** What is known on this machine about the record's process. */
export interface HostView {
  readonly host: string
  readonly bootId: string
  /** Start time of the process that now has the record's id; null if none has. */
  readonly startTimeOfPid: string | null
}

/** `unknown` is a record of another machine: only a person can tell whether that one still works on it. */
export type Standing = 'live' | 'stale' | 'unknown'

export function standingOf(record: LeaseRecord, seen: HostView): Standing {
  if (record.host !== seen.host) return 'unknown'
  const gone =
    seen.startTimeOfPid === null ||
    differ(record.bootId, seen.bootId) ||
    differ(record.startTime, seen.startTimeOfPid)
  return gone ? 'stale' : 'live'
}

/** If the system does not tell, no process is declared dead. */
const differ = (one: string, other: string): boolean =>
  one !== other && one !== 'unknown' && other !== 'unknown'
