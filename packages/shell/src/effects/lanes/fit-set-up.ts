/**
 * Owns the rule that what is installed in a lane belongs to its tree: if the lane was set up by other commands or for other
 * lock files, everything that git ignores is removed and set-up runs from nothing. Safe to repeat: the mark goes first and
 * comes back last.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../machine/git/git.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { dropSetUpMark, readSetUpMark, setUpKey } from './set-up-key.ts'
import { setUpLane } from './set-up-lane.ts'

/** Returns notes for the operator. The lane must stand at `commit` with nothing beside it. */
export async function fitSetUp(
  commit: CommitHash,
  record: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<readonly string[]> {
  if (ports.lanes.setup.length === 0 || isInPlace(record.path)) return []
  if ((await readSetUpMark(record.path)) === (await setUpKey(record.path, commit, ports.lanes))) return []
  await dropSetUpMark(record.path)
  await gitOk(record.path, ['clean', '-ffdX', '--quiet'])
  await setUpLane(record, commit, false, signal, ports)
  return ['lock files or lanes.setup changed, so the lane was set up again from nothing']
}
