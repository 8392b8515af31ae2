/** OpenLane in the checkout itself: only looks where it stands. It must be on the branch that the run merges into. */
import type { OpenLane } from '@harness/core/command'
import type { CommandFailed, LaneOpened } from '@harness/core/event'
import { UserError } from '@harness/core/user-error'
import type { Attempt } from '../adapters.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { treeOf } from '../git/commits.ts'
import { laneHead } from '../lanes/lane-head.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { unfinishedOperationAdvice } from '../unfinished-operation.ts'

export const openMainTree = (
  command: OpenLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneOpened | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { repoRoot } = ports
    const { branch, commit } = await laneHead(repoRoot)
    if (branch !== command.baseBranch || commit === null) throw moved(repoRoot, branch, command.baseBranch)
    return {
      type: 'LaneOpened',
      at: ports.clock.now(),
      commandId: command.id,
      lane: command.lane,
      path: repoRoot,
      branch,
      baseCommit: commit,
      commit,
      tree: await treeOf(repoRoot, commit),
    }
  })

const moved = (repoRoot: string, branch: string | null, base: string): UserError =>
  new UserError(
    'checkout-moved',
    `Your checkout is on ${branch ?? 'no branch'}, but this run works on ${base}.`,
    { next: unfinishedOperationAdvice(repoRoot) ?? `git switch ${base}; then: harness resume` },
  )
