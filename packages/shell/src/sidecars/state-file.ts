/** Owns `<stateDir>/state.json`: rewritten whole, by one process at a time, from what it held and a run's events. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { durableReplace } from '../disk/durable-write.ts'
import { withLock } from '../lease/with-lock.ts'
import { type DaemonState, emptyDaemonState } from './daemon-state.ts'

const fileName = 'state.json'

export async function readStateFile(stateDir: string): Promise<DaemonState> {
  try {
    const value: unknown = JSON.parse(await readFile(join(stateDir, fileName), 'utf8'))
    return typeof value === 'object' && value !== null ? { ...emptyDaemonState, ...value } : emptyDaemonState
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyDaemonState
    throw error
  }
}

/** Writes only what changed. */
export async function updateStateFile(
  stateDir: string,
  change: (state: DaemonState) => DaemonState,
): Promise<void> {
  const path = join(stateDir, fileName)
  await withLock(path, async () => {
    const before = await readStateFile(stateDir)
    const after = change(before)
    if (after !== before) await durableReplace(path, `${JSON.stringify(after, null, 2)}\n`)
  })
}
