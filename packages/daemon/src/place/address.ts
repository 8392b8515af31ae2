/**
 * Owns the address of a repository's daemon. Its state directory decides that, and no file that could be copied: a
 * copy of a repository has a daemon of its own. `<stateDir>/daemon/address.json` tells other programs the place.
 */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** A path that is longer is cut by the system: then the socket is in the folder of the user's data. */
const longestSocketPath = 100

/** Its folder and its name. `userData` is asked for only if the path within the state directory is too long. */
export function socketPlace(stateDir: string, userData: () => string): { folder: string; socket: string } {
  const near = nearSocket(stateDir)
  if (near !== null) return { folder: daemonDir(stateDir), socket: near }
  const folder = join(userData(), 'daemon')
  return { folder, socket: join(folder, farName(stateDir)) }
}

/** Where to ask the daemon of this state directory; null if there is none. One that was killed may have left its socket. */
export function socketToAsk(stateDir: string): string | null {
  const near = nearSocket(stateDir)
  if (near !== null) return near
  // The folder of the user's data may have another place for this process. The name is of this state directory alone.
  const told = readJsonFile<unknown>(addressPath(stateDir))
  const socket = isObject(told) && typeof told.socket === 'string' ? told.socket : ''
  return basename(socket) === farName(stateDir) ? socket : null
}

function nearSocket(stateDir: string): string | null {
  const near = join(daemonDir(realPathOf(stateDir)), 'control.sock')
  return Buffer.byteLength(near) <= longestSocketPath ? near : null
}

const farName = (stateDir: string): string =>
  `${createHash('sha256').update(realPathOf(stateDir)).digest('hex').slice(0, 16)}.sock`

function realPathOf(stateDir: string): string {
  try {
    return realpathSync(stateDir)
  } catch {
    return stateDir
  }
}
