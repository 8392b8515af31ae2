/**
 * MergeLane without a forge: the harness itself puts the lane's proven tree on the base branch, as a merge commit that
 * names its command. Safe to repeat: the commit is looked for in the base's history before one is made. Never forces.
 */
import type { MergeLane } from '@harness/core/command'
import type { CommandFailed, LaneMerged, MergeRefused } from '@harness/core/event'
import { UserError } from '@harness/core/user-error'
import type { Attempt } from '../adapters.ts'
import { type FailurePorts, orCommandFailed } from '../expected-failure.ts'
import { commitTree, findCommitByTrailer, isAncestor, treeOf } from '../git/commits.ts'
import { readRef } from '../git/refs.ts'
import { withLock } from '../lease/with-lock.ts'
import { advanceBase } from './advance-base.ts'

export interface ForgePorts extends FailurePorts {
  readonly repoRoot: string
  readonly stateDir: string
}

export const commandTrailer = 'Harness-Command'

/** Runs of one repository take turns at its base branch. */
export const atTheBase = <Result>(ports: ForgePorts, work: () => Promise<Result>): Promise<Result> =>
  withLock(`${ports.stateDir}/base`, work, { waitMs: 5 * 60_000 })

export const mergeLane = (
  command: MergeLane,
  attempt: Attempt,
  ports: ForgePorts,
): Promise<LaneMerged | MergeRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, () => atTheBase(ports, () => merge(command, ports)))

async function merge(command: MergeLane, ports: ForgePorts): Promise<LaneMerged | MergeRefused> {
  const { repoRoot, clock } = ports
  const base = await requireBase(repoRoot, command.baseBranch)
  const known = await findCommitByTrailer(
    repoRoot,
    `${command.baseCommit}..${base}`,
    commandTrailer,
    command.id,
  )
  const event = { at: clock.now(), commandId: command.id }
  if (known !== null)
    return { ...event, type: 'LaneMerged', commit: known, tree: await treeOf(repoRoot, known) }
  const refused = (reason: MergeRefused['reason'], detail: string): MergeRefused => ({
    ...event,
    type: 'MergeRefused',
    reason,
    detail: ports.sanitise(detail),
  })
  if (base !== command.baseCommit)
    return refused('base-moved', `${command.baseBranch} is at ${base.slice(0, 12)} by now.`)
  if ((await treeOf(repoRoot, command.commit)) !== command.tree)
    return refused('tree-differs', `${command.commit} does not have the tree that was proven.`)
  if (!(await isAncestor(repoRoot, base, command.commit)))
    return refused('tree-differs', `${command.branch} does not contain ${command.baseBranch}.`)
  const commit = await commitTree(repoRoot, {
    tree: command.tree,
    parents: [base, command.commit],
    message: command.message,
    trailers: [{ key: commandTrailer, value: command.id }],
  })
  const advance = await advanceBase(repoRoot, command.baseBranch, base, commit)
  return advance.type === 'advanced'
    ? { ...event, type: 'LaneMerged', commit, tree: command.tree }
    : refused(advance.reason, advance.detail)
}

export async function requireBase(repoRoot: string, branch: string) {
  const base = await readRef(repoRoot, `refs/heads/${branch}`)
  if (base !== null) return base
  throw new UserError('base-branch-missing', `There is no branch ${branch} any more.`, {
    next: `Create it again where it was (git reflog shows where), then: harness resume`,
  })
}
