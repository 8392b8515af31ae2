/**
 * CheckBase: runs checks on the untouched base, in a clean room; beside an agent also if it works in place. Checks that are
 * known to pass on that tree start no process. Safe to repeat: it changes nothing, and checks run again from the first.
 */

import type { BaseChecked, CheckBase } from '@harness/core/effects/check-base'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { resolveCommit, treeOf } from '../../machine/git/commits.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { baseBranchMissing } from '../lanes/base-branch-missing.ts'
import { ownBranches } from '../lanes/base-source.ts'
import type { CheckPorts } from './check-ports.ts'
import { areProven, recordProven } from './proven-trees.ts'
import { runChecks } from './run-checks.ts'

export const checkBase = (
  command: CheckBase,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<BaseChecked | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const at = await baseOf(command, attempt.signal, ports)
    const checked = (evidence: BaseChecked['evidence'], more: Partial<BaseChecked>): BaseChecked => ({
      type: 'BaseChecked',
      at: ports.clock.now(),
      commandId: command.id,
      ...at,
      evidence,
      known: [],
      ...more,
    })
    if (await areProven(ports.repoRoot, at.tree, command.checks, ports))
      return checked([], { known: command.checks.map(({ name }) => name) })
    const { id, lane, checks, beside } = command
    const order = { type: 'RunChecks', id, lane, checks, ...at, isBeside: beside !== undefined } as const
    const outcome = await runChecks(order, attempt, ports)
    if (outcome.type === 'CommandFailed') return outcome
    await recordProven(ports.repoRoot, outcome.evidence, ports)
    return checked(outcome.evidence, outcome.notes === undefined ? {} : { notes: outcome.notes })
  })

interface At {
  readonly commit: CommitHash
  readonly tree: TreeHash
}

async function baseOf(
  { commit: named, beside }: CheckBase,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<At> {
  const { repoRoot, base = ownBranches } = ports
  if (beside?.newest !== true) return { commit: named, tree: await treeOf(repoRoot, named) }
  await base.refreshBase(beside.baseBranch, signal)
  const commit = await resolveCommit(repoRoot, base.baseRef(beside.baseBranch))
  if (commit === null) throw await baseBranchMissing(repoRoot, beside.baseBranch, named)
  return { commit, tree: await treeOf(repoRoot, commit) }
}
