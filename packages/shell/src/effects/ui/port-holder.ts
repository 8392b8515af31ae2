/** Asks which process listens on a port of this machine, if any. Looks only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { findProcesses } from '../../machine/process/process-table.ts'

export interface PortHolder {
  /** Null if the system does not tell. */
  readonly process: { readonly pid: number; readonly command: string } | null
}

/** Null if the port is free. */
export async function portHolder(port: number): Promise<PortHolder | null> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => isListening(host, port)))
  return answers.includes(true) ? { process: listeningProcess(port) } : null
}

const answerMs = 2_000

const isListening = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: answerMs })
    const say = (listening: boolean): void => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => say(true))
    // Taken by a process that is too busy to answer.
    socket.once('timeout', () => say(true))
    socket.once('error', () => say(false))
  })

function listeningProcess(port: number): PortHolder['process'] {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)))
  if (sockets.size === 0) return null
  const [holder] = findProcesses(({ pid }) => holdsOne(pid, sockets)) ?? []
  return holder === undefined ? null : { pid: holder.pid, command: commandLine(holder.pid) }
}

const listening = '0A'

/** A line is: number, local address and port in hex, remote one, state, …, and in the tenth place the socket's inode. */
function listeningSockets(table: string, port: number): readonly string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return read(`/proc/net/${table}`)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(wanted) === true && state === listening)
    .flatMap((fields) => fields[9] ?? [])
}

function holdsOne(pid: number, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const socket = /^socket:\[(\d+)\]$/.exec(linkAt(`/proc/${pid}/fd/${fd}`))?.[1]
      return socket !== undefined && sockets.has(socket)
    })
  } catch {
    return false
  }
}

const longestCommand = 200

const commandLine = (pid: number): string =>
  read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(0, longestCommand)

function linkAt(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
