/** What a daemon does: asked of it if it runs, else read from its journal. Both are made in the same way. */
import { asRunId } from '@harness/core/kernel/ids'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
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

/** Of a repository that no daemon works on now, also if none ever did. */
export const statusWithoutDaemon = async (stateDir: string): Promise<Snapshot> =>
  snapshotOf(stateDir, (await storedState(stateDir)) ?? noState, null)

const noState = daemon.initialState({ runId: asRunId('00000000-000000'), adopted: null })
