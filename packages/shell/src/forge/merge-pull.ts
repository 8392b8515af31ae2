/**
 * MergePull: labels a pull request and merges it, or waits until the forge's own automation has. Merged is only what was
 * checked: the pull request at exactly that commit, on top of exactly that base. What is not merged loses its label.
 * Safe to repeat: what is merged already is found merged, and ours is told by the command that its message names.
 */
import type { MergePull } from '@harness/core/command'
import type { CommandFailed, ForgeFailed, LaneMerged, MergeRefused, PullClosed } from '@harness/core/event'
import type { Attempt } from '../adapters.ts'
import { commandTrailer, commitOfCommand } from '../command-trailer.ts'
import { treeOf } from '../git/commits.ts'
import { trailerText } from '../git/trailers.ts'
import type { Forge, PullRequest } from './forge.ts'
import { ForgeError, orForgeFailed } from './forge-error.ts'
import { type ForgePorts, requireBase } from './forge-ports.ts'
import { growingPauses } from './growing-pauses.ts'
import { laneMerged, pullClosed } from './pull-fate.ts'

type Outcome = LaneMerged | MergeRefused | PullClosed

export const mergePull = (
  command: MergePull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    // It says that the pull request may be merged, which some automation would hold true for whatever comes next.
    const takeLabelOff = () => forge.unlabelPull(command.pull, command.label, attempt.signal)
    const outcome = await merge(command, attempt, ports, forge).catch(async (error: unknown) => {
      // The forge answered, and may well do so again; what it said of the merge is what counts.
      if (error instanceof ForgeError && error.error.status !== undefined)
        await takeLabelOff().catch(() => {})
      throw error
    })
    if (outcome.type !== 'LaneMerged') await takeLabelOff()
    return outcome
  })

async function merge(
  command: MergePull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome> {
  const { signal } = attempt
  const pull = await forge.readPull(command.pull, signal)
  if (pull.state !== 'open') return ended(pull, command, attempt, ports, forge)
  const why = await whyNot(command, pull, signal, ports, forge)
  if (why !== null) return refused(command, why.reason, why.detail, ports)
  await forge.labelPull(command.pull, command.label, signal)
  if (command.how === 'auto') return awaitMerge(command, attempt, ports, forge)
  const order = {
    head: command.commit,
    title: `${pull.title} (#${pull.number})`,
    message: trailerText(commandTrailer(command.id)),
  }
  const made = await forge.mergePull(command.pull, order, signal)
  if (made.type === 'refused') return refused(command, made.reason, made.detail, ports)
  const merged: PullRequest = { ...pull, state: 'merged', mergeCommit: made.commit }
  return laneMerged(merged, { ...expected(command), by: 'harness' }, ports, forge, signal)
}

const expected = ({ id, commit }: MergePull) => ({ commandId: id, commit })

/** What must hold for the merge to be of what was checked; null where it does. */
async function whyNot(
  { commit, tree, baseBranch, baseCommit }: MergePull,
  pull: PullRequest,
  signal: AbortSignal,
  { repoRoot }: ForgePorts,
  forge: Forge,
): Promise<Pick<MergeRefused, 'reason' | 'detail'> | null> {
  if (pull.head !== commit) return { reason: 'push-rejected', detail: foreignCommits(pull, commit) }
  if ((await treeOf(repoRoot, commit)) !== tree)
    return {
      reason: 'tree-differs',
      detail: `${commit.slice(0, 12)} does not have the tree that was checked.`,
    }
  await forge.refreshBase(baseBranch, signal)
  const base = await requireBase(repoRoot, baseBranch, forge)
  if (base === baseCommit) return null
  const detail = `${baseBranch} is at ${base.slice(0, 12)}; the checks saw it at ${baseCommit.slice(0, 12)}.`
  return { reason: 'base-moved', detail }
}

const foreignCommits = ({ url, head }: PullRequest, commit: string): string =>
  `${url} is at ${head.slice(0, 12)}; the checks saw ${commit.slice(0, 12)}. Somebody else pushed to its branch.`

/** Merged or closed, by whomever. */
async function ended(
  pull: PullRequest,
  command: MergePull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome> {
  if (pull.state === 'closed') return pullClosed(command.id, pull, ports)
  await forge.refreshBase(pull.base, attempt.signal)
  const range = `${command.baseCommit}..${forge.baseRef(pull.base)}`
  const isOurs = (await commitOfCommand(ports.repoRoot, range, command.id)) !== null
  const by = isOurs || (command.how === 'auto' && attempt.repeated) ? 'harness' : 'others'
  return laneMerged(pull, { ...expected(command), by }, ports, forge, attempt.signal)
}

async function awaitMerge(
  command: MergePull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome> {
  const { clock } = ports
  for (const pauseMs of growingPauses()) {
    const pull = await forge.readPull(command.pull, attempt.signal)
    if (pull.state !== 'open') return ended(pull, command, { ...attempt, repeated: true }, ports, forge)
    if (pull.head !== command.commit)
      return refused(command, 'push-rejected', foreignCommits(pull, command.commit), ports)
    const now = clock.now()
    if (now >= command.deadline) {
      const detail = `${pull.url} carried the label ${command.label}, but the forge has not merged it in time. The label was taken off again.`
      return refused(command, 'not-merged-in-time', detail, ports)
    }
    await clock.until(Math.min(now + pauseMs, command.deadline), attempt.signal)
  }
  throw new Error('pauses never end')
}

const refused = (
  { id }: MergePull,
  reason: MergeRefused['reason'],
  detail: string,
  ports: ForgePorts,
): MergeRefused => ({
  type: 'MergeRefused',
  at: ports.clock.now(),
  commandId: id,
  reason,
  detail: ports.sanitise(detail),
})
