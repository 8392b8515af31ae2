/**
 * Owns `<stateDir>/state.json`: read, changed and replaced whole by one process at a time, so that a crash leaves the old
 * one or the new one. A file that is not what it should be is refused and left as it is; fields of other tools stay.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCode } from '@harness/core/exit-code'
import { UserError } from '@harness/core/user-error'
import { durableReplace } from '../disk/durable-write.ts'
import { withLock } from '../lease/with-lock.ts'
import { type DaemonState, daemonStateVersion, emptyDaemonState } from './daemon-state.ts'

const pathOf = (stateDir: string): string => join(stateDir, 'state.json')

export const hasStateFile = (stateDir: string): boolean => existsSync(pathOf(stateDir))

export async function readStateFile(stateDir: string): Promise<DaemonState> {
  const path = pathOf(stateDir)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyDaemonState
    throw error
  }
  const wrong = (what: string, cause?: unknown): UserError =>
    new UserError('state-file-damaged', `${path}: ${what}. It was left as it is.`, {
      next: `Mend it, or move it aside (mv '${path}' '${path}.old'): it is written again from the next run on.`,
      exitCode: exitCode.stateDamaged,
      cause,
    })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw wrong('not JSON', cause)
  }
  const problem = problemOf(value)
  if (problem !== null) throw wrong(problem)
  return { ...emptyDaemonState, ...(value as DaemonState) }
}

/** Absent fields are what they are in an empty state. */
function problemOf(value: unknown): string | null {
  if (!isRecord(value)) return 'expected an object'
  const state: Record<string, unknown> = { ...emptyDaemonState, ...value }
  if (typeof state.version !== 'number') return 'version: expected a number'
  if (state.version > daemonStateVersion)
    return `version: ${state.version} is newer than ${daemonStateVersion}, which is known here`
  if (!['paused', 'running', 'idle', 'stopping'].includes(String(state.mode)))
    return 'mode: expected paused, running, idle or stopping'
  if (state.lastMergeSha !== null && typeof state.lastMergeSha !== 'string')
    return 'lastMergeSha: expected a commit or null'
  if (state.active !== null && !isRecord(state.active)) return 'active: expected a run or null'
  if (!isRecord(state.blocked)) return 'blocked: expected an object'
  if (!Array.isArray(state.history) || !state.history.every(isRecord)) return 'history: expected a list'
  return typeof state.runsFired === 'number' ? null : 'runsFired: expected a number'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes only where `change` brings something new. */
export async function updateStateFile(
  stateDir: string,
  change: (state: DaemonState) => DaemonState,
): Promise<void> {
  const path = pathOf(stateDir)
  await withLock(path, async () => {
    const before = await readStateFile(stateDir)
    const after = change(before)
    if (after !== before) await durableReplace(path, `${JSON.stringify(after, null, 2)}\n`)
  })
}
