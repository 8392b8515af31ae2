/** What a daemon does: asked of it if it runs, else read from its journal. Both are made in the same way. */
import { storedState } from '../place/daemon-place.ts'
import { type Snapshot, snapshotOf } from '../server/snapshot.ts'
import { askDaemon } from './ask-daemon.ts'

/** Null if no daemon ever ran here. */
export async function readStatus(stateDir: string): Promise<Snapshot | null> {
  const live = await askDaemon<Snapshot>(stateDir, 'GET', '/state')
  if (live !== null) return live
  const stored = await storedState(stateDir)
  return stored === null ? null : snapshotOf(stateDir, stored, null)
}
