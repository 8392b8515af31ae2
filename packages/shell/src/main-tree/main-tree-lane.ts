/** The user's own checkout as a place to work in: what a lane is elsewhere, without a record, a branch or ports of its own. */
import type { LaneName } from '@harness/core/ids'
import { asCommitHash } from '@harness/core/ids'
import { currentBranch } from '../git/refs.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'

export async function mainTreeLane(repoRoot: string, lane: LaneName): Promise<LaneRecord> {
  return {
    version: 1,
    lane,
    branch: (await currentBranch(repoRoot)) ?? '',
    path: repoRoot,
    baseCommit: asCommitHash(''),
    madeBy: '',
    ports: [],
    stage: 'ready',
  }
}
