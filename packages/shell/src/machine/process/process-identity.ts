/** Says which process a pid belongs to, in a way that a reused pid cannot imitate. */
import { readFileSync } from 'node:fs'
import { platform } from 'node:process'
import { invariant } from '@harness/core/kernel/invariant'
import { readProcess } from './process-table.ts'

export interface ProcessIdentity {
  readonly pid: number
  /** Meaningful only in comparison, on one machine, within one boot; `unknown` if the system does not tell. */
  readonly startTime: string
}

/** Null if there is no such process, or only what is left of it until its parent looks. */
export async function processIdentity(pid: number): Promise<ProcessIdentity | null> {
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (platform === 'linux') {
    const entry = readProcess(pid)
    return entry === null || entry.zombie ? null : { pid, startTime: entry.startTime }
  }
  if (!exists(pid)) return null
  if (platform === 'win32') return { pid, startTime: 'unknown' }
  const startTime = await ask('/bin/ps', ['-o', 'lstart=', '-p', String(pid)])
  return startTime === '' ? null : { pid, startTime: startTime ?? 'unknown' }
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const identity = await processIdentity(process.pid)
  invariant(identity !== null, 'this process is not in the process table')
  return identity
}

/** Changes with every start of the machine: pids of an earlier boot mean nothing. `unknown` if it does not tell. */
export async function bootId(): Promise<string> {
  if (platform === 'linux') {
    try {
      return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    } catch {
      return 'unknown'
    }
  }
  if (platform === 'win32') return 'unknown'
  return (await ask('/usr/sbin/sysctl', ['-n', 'kern.boottime'])) ?? 'unknown'
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What a system program prints; null if it cannot be asked. Loaded when it is, for Linux never asks. */
async function ask(file: string, args: readonly string[]): Promise<string | null> {
  const { runProcess } = await import('./run-process.ts')
  const result = await runProcess({
    file,
    args,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    limits: { wallMs: 5_000, outputBytes: 4_096 },
    capture: true,
    descendants: 'group',
  })
  return result.ended === 'exited' ? result.stdout.toString('utf8').trim() : null
}
