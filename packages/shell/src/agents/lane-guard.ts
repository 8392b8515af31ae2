/** Remembers how a lane and its repository stand before an agent begins, and finds what it did to them beside its work. */

import { join } from 'node:path'
import type { TreeHash } from '@harness/core/ids'
import { worktreeTree } from '../git/working-tree.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { type LaneRecord, laneBranches } from '../lanes/lane-record.ts'
import { clearStaleLock } from '../lanes/stale-lock.ts'
import { holdPointer } from './lane-pointer.ts'
import { holdRepositoryFiles } from './repository-files.ts'
import { refSnapshot, undoStrayBranches } from './stray-branches.ts'

export interface LaneGuard {
  /** The working tree as it was before. */
  readonly tree: TreeHash
  /** Undoes what went beyond the lane's files; afterwards git sees the lane as it is. */
  mend(): Promise<Mended>
}

export interface Mended {
  /** What no agent may change and what is as it was again; null where it kept off all that. */
  readonly violation: string | null
  readonly notes: readonly string[]
}

export async function guardLane(
  lane: LaneRecord,
  { stateDir, runDir }: Pick<LanePorts, 'stateDir' | 'runDir'>,
): Promise<LaneGuard> {
  const pointer = await holdPointer(lane.path)
  const files = await holdRepositoryFiles(lane.path)
  const refs = await refSnapshot(lane)
  const lanes = await laneBranches(stateDir)
  return {
    tree: await worktreeTree(lane.path),
    async mend() {
      const repointed = await pointer.mend()
      const rewritten = await files.mend(join(runDir, 'set-aside'))
      await clearStaleLock(lane.path)
      const others = new Set([...lanes, ...(await laneBranches(stateDir))])
      const { putBack, left, made } = await undoStrayBranches(lane, refs, others)
      const changed = [
        ...(repointed ? ['.git'] : []),
        ...rewritten,
        ...putBack,
        ...left.map((ref) => `${ref}, which changed meanwhile, perhaps not by the agent, and was left`),
      ]
      return {
        violation: changed.length === 0 ? null : changed.join(', '),
        notes: made.map((branch) => `the agent made the ${branch}, which is left as it is`),
      }
    },
  }
}
