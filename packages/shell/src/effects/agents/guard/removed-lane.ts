/**
 * Makes a lane again that its own agent removed, as `git worktree remove --force .` does: the next turn needs one. What
 * stands in its place meanwhile is kept.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { gitDirsAt } from '../../../machine/git/git-dirs.ts'
import { keepRemains } from '../../lanes/lane-here.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import { restoreLane } from '../../lanes/restore-lane.ts'
import type { AgentPorts } from '../port/agent-ports.ts'

interface HeldLane {
  /** True if the lane was gone and was made again. */
  remake(signal: AbortSignal): Promise<boolean>
}

/** `commit`: where the lane stands. */
export function holdLane(record: LaneRecord, commit: CommitHash, ports: AgentPorts): HeldLane {
  const { gitDir } = gitDirsAt(record.path)
  return {
    async remake(signal) {
      if (existsSync(record.path) && existsSync(join(gitDir, 'HEAD'))) return false
      if (existsSync(record.path)) await keepRemains(record.path, ports.runDir)
      const { lane, branch, baseCommit } = record
      await restoreLane({ lane, branch, baseCommit, commit, baseBranch: ports.baseBranch }, ports, signal)
      return true
    },
  }
}
