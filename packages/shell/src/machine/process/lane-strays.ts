/**
 * Finds and ends what an agent left running in its lane without the tag that all its processes carry. Only what began
 * during the turn counts, and nothing that a terminal belongs to: that is a person's.
 */
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcesses, type ProcessEntry, readProcess, readTag } from './process-table.ts'

export interface LaneStrays {
  /** Comes back when nothing is left, or nothing more can be done about it. */
  end(graceMs: number): Promise<void>
}

/** To be asked before the turn begins: processes of before stay. */
export function laneStrays(lane: string): LaneStrays {
  const path = existsSync(lane) ? realpathSync(lane) : lane
  const identity = ({ pid, startTime }: Pick<ProcessEntry, 'pid' | 'startTime'>): string =>
    `${pid} ${startTime}`
  const before = new Set((findProcesses(({ pid }) => worksIn(pid, path)) ?? []).map(identity))
  const living = (): readonly ProcessEntry[] =>
    findProcesses(
      (entry) =>
        entry.pid !== process.pid &&
        worksIn(entry.pid, path) &&
        !before.has(identity(entry)) &&
        readTag(entry.pid) === null &&
        !hasTerminal(entry.pid),
    ) ?? []
  return {
    async end(graceMs) {
      const killAt = performance.now() + graceMs
      for (let round = 0, left = living(); left.length > 0 && round < 20; round++, left = living()) {
        for (const entry of left) send(entry, performance.now() < killAt ? 'SIGTERM' : 'SIGKILL')
        await sleep(Math.max(10, graceMs / 10))
      }
    },
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '')
    return cwd === folder || cwd.startsWith(`${folder}${sep}`)
  } catch {
    return false
  }
}

/** The fifth number after the name says which terminal controls it. */
function hasTerminal(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4] !== '0'
  } catch {
    return false
  }
}

function send({ pid, startTime }: ProcessEntry, signal: NodeJS.Signals): void {
  // Between finding and signalling the pid may have been given to another process.
  if (readProcess(pid)?.startTime !== startTime) return
  try {
    process.kill(pid, signal)
  } catch {
    // No process is left to get it.
  }
}
