/** Makes a lane again that its own agent removed: the next turn needs one. What is in its place meanwhile is kept. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { keepRemains } from '../../lanes/lane-here.ts'
import { isLaneThere, type LaneRecord } from '../../lanes/lane-record.ts'
import { restoreLane } from '../../lanes/restore-lane.ts'
import type { AgentPorts } from '../port/agent-ports.ts'

/** `commit`: the last one of the lane. True if the lane was gone and was made again. */
export async function remakeRemoved(
  record: LaneRecord,
  commit: CommitHash,
  ports: AgentPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (isLaneThere(record)) return false
  await keepRemains(record.path, ports.runDir)
  const { lane, branch, baseCommit, place } = record
  const known = { lane, branch, baseCommit, commit, baseBranch: ports.baseBranch }
  await restoreLane(place === undefined ? known : { ...known, worktree: place }, ports, signal)
  return true
}
