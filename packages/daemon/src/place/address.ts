/** Owns `<stateDir>/daemon/address.json`: where the daemon of a repository listens. It is there as long as it does. */
import { join } from 'node:path'
import { isObject } from '@harness/formats/text/is-object'
import { readJsonFile } from '@harness/shell/machine/disk/json-file'
import { daemonDir } from './daemon-place.ts'

export interface DaemonAddress {
  readonly pid: number
  readonly socket: string
  /** Null if it listens on the socket alone. */
  readonly port: number | null
  readonly address: string
}

export const addressPath = (stateDir: string): string => join(daemonDir(stateDir), 'address.json')

/** Null if no daemon says so. One that was killed leaves it behind. */
export function readAddress(stateDir: string): DaemonAddress | null {
  const read = readJsonFile<unknown>(addressPath(stateDir))
  if (!isObject(read)) return null
  const { pid, socket, port = null, address } = read
  return typeof pid === 'number' && typeof socket === 'string' && typeof address === 'string'
    ? { pid, socket, port: typeof port === 'number' ? port : null, address }
    : null
}
