/**
 * MergeLane without a forge: the harness itself puts the lane's proven tree on the base branch, as a merge commit that
 * names its command. Never forces.
 *
 * Safe to repeat, also while git that a killed harness left is still at it: the commit is looked for in the base's
 * history before one is made and again before a refusal, and a command makes the same commit each time, dated like the
 * newest of its parents.
 */
import type { MergeLane } from '@harness/core/command'
import type { CommandFailed, LaneMerged, MergeRefused } from '@harness/core/event'
import type { CommitHash } from '@harness/core/ids'
import type { Attempt } from '../adapters.ts'
import { commandTrailer, commitOfCommand } from '../command-trailer.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { commitTree, isAncestor, newestDate, treeOf } from '../git/commits.ts'
import { advanceBase } from './advance-base.ts'
import { atTheBase } from './base-turn.ts'
import { type ForgePorts, requireBase } from './forge-ports.ts'

export const mergeLane = (
  command: MergeLane,
  attempt: Attempt,
  ports: ForgePorts,
): Promise<LaneMerged | MergeRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, () =>
    atTheBase(ports.stateDir, attempt.signal, () => merge(command, ports)),
  )

async function merge(command: MergeLane, ports: ForgePorts): Promise<LaneMerged | MergeRefused> {
  const { repoRoot, clock } = ports
  const { baseBranch, baseCommit, branch, commit, tree } = command
  const event = { at: clock.now(), commandId: command.id }
  const refused = (reason: MergeRefused['reason'], detail: string): MergeRefused => ({
    ...event,
    type: 'MergeRefused',
    reason,
    detail: ports.sanitise(detail),
  })
  const merged = async (by: CommitHash): Promise<LaneMerged> => ({
    ...event,
    type: 'LaneMerged',
    commit: by,
    tree: await treeOf(repoRoot, by),
  })
  const base = await requireBase(repoRoot, baseBranch)
  const known = await commitOfCommand(repoRoot, `${baseCommit}..${base}`, command.id)
  if (known !== null) return merged(known)
  if (base !== baseCommit) {
    return refused(
      'base-moved',
      `${baseBranch} is at ${base.slice(0, 12)}; the checks saw it at ${baseCommit.slice(0, 12)}.`,
    )
  }
  if ((await treeOf(repoRoot, commit)) !== tree)
    return refused('tree-differs', `${commit.slice(0, 12)} does not have the tree that was checked.`)
  if (!(await isAncestor(repoRoot, base, commit)))
    return refused('tree-differs', `${branch} does not contain what is on ${baseBranch}.`)
  const parents = [base, commit]
  const made = await commitTree(repoRoot, {
    tree,
    parents,
    message: command.message,
    trailers: [commandTrailer(command.id)],
    at: await newestDate(repoRoot, parents),
  })
  const advance = await advanceBase(ports, baseBranch, base, made)
  if (advance.type === 'advanced') return merged(made)
  const theirs = await commitOfCommand(repoRoot, `${base}..refs/heads/${baseBranch}`, command.id)
  return theirs === null ? refused(advance.reason, advance.detail) : merged(theirs)
}
