/** Owns the record of CommitLane. A replay brings what a person did in the lane from the recorded commit. */
import type { CommitLane, LaneCommitted } from '@harness/core/effects/commit-lane'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { line, shortHash } from '../../effects/progress-line.ts'
import { resolveCommit } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { readRef } from '../../machine/git/refs.ts'
import { worktrees } from '../../machine/git/worktrees.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { type CommitLanePorts, commitLane } from './commit-lane.ts'

export const commitLaneEffect: Effect<CommitLane, CommitLanePorts> = {
  type: 'CommitLane',
  perform: commitLane,
  outcomes: {
    LaneCommitted: {
      line: ({ commandId, commit, changedFiles }) =>
        line(
          phaseOf(commandId),
          `commit ${shortHash(commit)}${changedFiles.length === 0 ? '' : ` ± ${namedFew(changedFiles)}`}`,
        ),
      log: ({ commit }) => commit,
      redact: (outcome, redact) => ({ ...outcome, changedFiles: outcome.changedFiles.map(redact) }),
      replay: { how: 'again', bring: bringFiles },
    },
    CommandFailed: commandFailed,
  },
}

/** The commit is in the shared objects; its files go to the lane that stands at its parent. */
async function bringFiles({ commit, changedFiles }: LaneCommitted, repoRoot: string): Promise<void> {
  if (changedFiles.length === 0) return
  const parent = await resolveCommit(repoRoot, `${commit}^`)
  for (const { path, branch } of await worktrees(repoRoot)) {
    const isLane = path !== repoRoot && branch !== null
    if (isLane && (await readRef(repoRoot, `refs/heads/${branch}`)) === parent)
      await gitOk(path, ['read-tree', '-u', '--reset', commit])
  }
}
