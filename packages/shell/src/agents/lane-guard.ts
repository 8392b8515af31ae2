/** Remembers how a lane and its repository stand before an agent begins, and finds what it did to them beside its work. */
import type { TreeHash } from '@harness/core/ids'
import { worktreeTree } from '../git/working-tree.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { clearStaleLock } from '../lanes/stale-lock.ts'
import { holdPointer } from './lane-pointer.ts'
import { branchTips, undoStrayBranches } from './stray-branches.ts'

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

export async function guardLane(lane: LaneRecord): Promise<LaneGuard> {
  const pointer = await holdPointer(lane.path)
  const branches = await branchTips(lane.path)
  return {
    tree: await worktreeTree(lane.path),
    async mend() {
      const repointed = await pointer.mend()
      await clearStaleLock(lane.path)
      const { putBack, made } = await undoStrayBranches(lane, branches)
      const changed = [...(repointed ? ['.git'] : []), ...putBack.map((branch) => `branch ${branch}`)]
      return {
        violation: changed.length === 0 ? null : changed.join(', '),
        notes: made.map((branch) => `the agent made the branch ${branch}, which is left as it is`),
      }
    },
  }
}
