/**
 * MergePull: labels a pull request and merges it, or has the forge merge it and waits for that. Merged is only what was
 * checked: the pull request at exactly that commit, on top of exactly that base. What is not merged is no longer offered:
 * it loses its label, and the forge's auto-merge is switched off, also when the run is asked to let go.
 * Safe to repeat: what is merged already is found merged, and ours is told by the command that its message names.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { LaneMerged, MergeRefused } from '@harness/core/effects/merge-lane'
import type { MergePull } from '@harness/core/effects/merge-pull'
import type { PullClosed } from '@harness/core/effects/open-pull'
import { treeOf } from '../../machine/git/commits.ts'
import { trailerText } from '../../machine/git/trailers.ts'
import type { Attempt } from '../failure/attempt.ts'
import { ForgeError, orForgeFailed } from '../failure/forge-error.ts'
import { type ForgePorts, requireBase } from '../landing/forge-ports.ts'
import { commandTrailer, commitOfCommand } from '../lanes/command-trailer.ts'
import type { AutoMerge, Forge, PullRequest } from './port/forge.ts'
import { growingPauses } from './port/growing-pauses.ts'
import { laneMerged, pullClosed } from './port/pull-fate.ts'

type Outcome = LaneMerged | MergeRefused | PullClosed

export const mergePull = (
  command: MergePull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    const offer = { stands: attempt.repeated }
    try {
      const outcome = await merge(command, attempt, ports, forge, offer)
      if (outcome.type !== 'LaneMerged') await withdraw(command, forge, attempt.signal)
      return outcome
    } catch (error) {
      if (attempt.signal.aborted && offer.stands) return await letGo(command, attempt, ports, forge)
      // The forge answered, and may well do so again; what it said of the merge is what counts.
      if (error instanceof ForgeError && error.error.status !== undefined)
        await withdraw(command, forge, attempt.signal).catch(() => {})
      throw error
    }
  })

/** Whether the pull request may carry our label, so that others could take it for one that is to be merged. */
interface Offer {
  stands: boolean
}

/** The label says that the pull request may be merged, which some automation would hold true for whatever comes next. */
async function withdraw({ pull, label, how }: MergePull, forge: Forge, signal: AbortSignal): Promise<void> {
  await Promise.all([
    forge.unlabelPull(pull, label, signal),
    how === 'auto' ? forge.disableAutoMerge(pull, signal) : null,
  ])
}

/** Short of the three seconds that an adapter has. */
const letGoMs = 2_500

/** Nothing may be merged while no run watches; if that cannot be prevented, the run says so. */
async function letGo(
  command: MergePull,
  { signal }: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<ForgeFailed> {
  try {
    await withdraw(command, forge, AbortSignal.timeout(letGoMs))
  } catch (error) {
    const why = ports.sanitise(error instanceof Error ? error.message : String(error))
    const what =
      command.how === 'auto' ? `the label ${command.label} and auto-merge` : `the label ${command.label}`
    const message = `pull request ${command.pull} may still be merged while the run is stopped: ${what} could not be taken off it (${why}). Do that on the forge, or resume the run`
    const failure = { type: 'ForgeFailed', at: ports.clock.now(), commandId: command.id } as const
    return { ...failure, error: { kind: 'network', message } }
  }
  throw signal.reason
}

async function merge(
  command: MergePull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
  offer: Offer,
): Promise<Outcome> {
  const { signal } = attempt
  const pull = await forge.readPull(command.pull, signal)
  if (pull.state !== 'open') return ended(pull, command, attempt, ports, forge)
  const why = await whyNot(command, pull, signal, ports, forge)
  if (why !== null) return refused(command, why.reason, why.detail, ports)
  offer.stands = true
  await forge.labelPull(command.pull, command.label, signal)
  const order = {
    head: command.commit,
    title: `${pull.title} (#${pull.number})`,
    message: trailerText(commandTrailer(command.id)),
  }
  if (command.how === 'auto') {
    const auto = await forge.enableAutoMerge(command.pull, order, signal)
    if (auto.type !== 'ready') return awaitMerge(command, auto, attempt, ports, forge)
  }
  const made = await forge.mergePull(command.pull, order, signal)
  if (made.type === 'refused') return refused(command, made.reason, made.detail, ports)
  offer.stands = false
  const merged: PullRequest = { ...pull, state: 'merged', mergeCommit: made.commit }
  return laneMerged(merged, { ...expected(command), by: 'harness' }, ports, forge, signal)
}

const expected = ({ id, commit }: MergePull) => ({ commandId: id, commit })

/** What must hold for the merge to be of what was checked; null if it does. */
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
  `${url} is at ${head.slice(0, 12)}; the checks saw ${commit.slice(0, 12)}. Another commit was pushed to its branch.`

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
  auto: AutoMerge,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome> {
  const { clock } = ports
  const only =
    auto.type === 'unavailable' ? ports.sanitise(`Auto-merge was not switched on: ${auto.detail}.`) : null
  const told = <Told extends Outcome>(outcome: Told): Told =>
    only === null ? outcome : { ...outcome, notes: [only, ...(outcome.notes ?? [])] }
  for (const pauseMs of growingPauses()) {
    const pull = await forge.readPull(command.pull, attempt.signal)
    if (pull.state !== 'open')
      return told(await ended(pull, command, { ...attempt, repeated: true }, ports, forge))
    if (pull.head !== command.commit)
      return told(refused(command, 'push-rejected', foreignCommits(pull, command.commit), ports))
    const now = clock.now()
    if (now >= command.deadline)
      return told(refused(command, 'not-merged-in-time', late(pull, command, only), ports))
    await clock.until(Math.min(now + pauseMs, command.deadline), attempt.signal)
  }
  throw new Error('pauses never end')
}

const late = ({ url }: PullRequest, { label }: MergePull, only: string | null): string =>
  only === null
    ? `Auto-merge was on for ${url}, but the forge has not merged it in time. It was switched off again, and the label ${label} taken off.`
    : `${url} carried the label ${label}, but it was not merged in time. The label was taken off again. ${only}`

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
