/**
 * Owns `<stateDir>/state.json`: read, changed and replaced whole by one process at a time, so that a crash leaves the old
 * one or the new one. A file that is not what it should be is refused and left as it is; fields of other tools stay.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import {
  type DaemonState,
  emptyDaemonState,
  parseDaemonState,
  printDaemonState,
} from '@harness/formats/records/daemon-state'
import { describeProblem } from '@harness/formats/text/format-problem'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { withLock } from '../../machine/lock/with-lock.ts'

export const stateFilePath = (stateDir: string): string => join(stateDir, 'state.json')

export const hasStateFile = (stateDir: string): boolean => existsSync(stateFilePath(stateDir))

export async function readStateFile(stateDir: string): Promise<DaemonState> {
  const path = stateFilePath(stateDir)
  const text = await textIfThere(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EISDIR' ? damaged(path, `${path} is a folder, and should be a file.`) : error
  })
  if (text === null) return emptyDaemonState
  const read = parseDaemonState(text, path)
  if (read.ok) return read.value
  throw damaged(path, read.problems.map(describeProblem).join('\n'))
}

const damaged = (path: string, problem: string): UserError =>
  new UserError('state-file-damaged', `${problem}\nIt was left as it is.`, {
    next: `Fix it, or move it aside (mv '${path}' '${path}.old'): it is written again from the next run on.`,
    exitCode: exitCode.stateDamaged,
  })

/** Writes only where `change` brings something new. */
export async function updateStateFile(
  stateDir: string,
  change: (state: DaemonState) => DaemonState,
): Promise<void> {
  const path = stateFilePath(stateDir)
  await withLock(path, async () => {
    const before = await readStateFile(stateDir)
    const after = change(before)
    if (after !== before) await durableReplace(path, printDaemonState(after))
  })
}
