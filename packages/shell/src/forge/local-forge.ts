/**
 * MergeLane without a forge: the harness itself puts the lane's proven tree on the base branch, as a merge commit that
 * names its command. Safe to repeat: the commit is looked for in the base's history before one is made. Never forces.
 */
import type { MergeLane } from '@harness/core/command'
import type { CommandFailed, LaneMerged, MergeRefused } from '@harness/core/event'
import type { Attempt } from '../adapters.ts'
import { commandTrailer, commitOfCommand } from '../command-trailer.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { commitTree, isAncestor, treeOf } from '../git/commits.ts'
import { advanceBase } from './advance-base.ts'
import { atTheBase, type ForgePorts, requireBase } from './forge-ports.ts'

export const mergeLane = (
  command: MergeLane,
  attempt: Attempt,
  ports: ForgePorts,
): Promise<LaneMerged | MergeRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, () => atTheBase(ports, () => merge(command, ports)))

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
  const base = await requireBase(repoRoot, baseBranch)
  const known = await commitOfCommand(repoRoot, `${baseCommit}..${base}`, command.id)
  if (known !== null)
    return { ...event, type: 'LaneMerged', commit: known, tree: await treeOf(repoRoot, known) }
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
  const merged = await commitTree(repoRoot, {
    tree,
    parents: [base, commit],
    message: command.message,
    trailers: [commandTrailer(command.id)],
    at: event.at,
  })
  const advance = await advanceBase(repoRoot, baseBranch, base, merged)
  return advance.type === 'advanced'
    ? { ...event, type: 'LaneMerged', commit: merged, tree }
    : refused(advance.reason, advance.detail)
}
