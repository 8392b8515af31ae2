/**
 * Owns the rule that installed files belong to the tree: if the lane was set up by other commands or for other lock files,
 * everything that git ignores is removed and set-up runs from nothing. So a package that was installed for another lock
 * file never takes part in evidence. Safe to repeat: the mark goes first and comes back last.
 */
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../machine/git/git.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { readIgnoredMemory } from './ignored-memory.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { dropSetUpMark, readSetUpMark, setUpKey } from './set-up-key.ts'
import { setUpLane } from './set-up-lane.ts'

/** Returns notes for the operator. The lane must stand at `commit` with nothing beside it. */
export async function fitSetUp(
  command: CommandId,
  commit: CommitHash,
  record: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<readonly string[]> {
  const { setup } = ports.lanes
  if (isInPlace(record.path)) return []
  if (setup.length === 0 && !(await hasInstalled(record, ports))) return []
  if ((await readSetUpMark(record.path)) === (await setUpKey(record.path, commit, ports.lanes))) return []
  await dropSetUpMark(record.path)
  await gitOk(record.path, ['clean', '-ffdX', '--quiet'])
  await setUpLane(record, commit, 'nothing', signal, ports, command)
  return [setup.length === 0 ? clearedNote : againNote]
}

/** Without `lanes.setup`, earlier commands or checks may still have installed something. */
async function hasInstalled(record: LaneRecord, { stateDir, lanes }: LanePorts): Promise<boolean> {
  const memory = await readIgnoredMemory(stateDir, record)
  if (memory === null) return false
  const made = Object.keys({ ...memory.setup, ...memory.checks })
  return made.some((path) => !lanes.copyEnvFiles.includes(path))
}

const againNote = 'lock files or lanes.setup changed, so the lane was set up again from nothing'
const clearedNote =
  'lock files or lanes.setup changed, so files that git ignores and earlier checks made were removed'
