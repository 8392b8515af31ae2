/**
 * OpenPull: publishes the lane's branch, never by force, and opens its pull request or brings the one there is up to
 * date. One that a person closed is opened again only when a person agreed. Safe to repeat: the branch is published at
 * the same commit, and an open pull request for it is found before one is opened.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { LaneMerged, MergeRefused } from '@harness/core/effects/merge-lane'
import type { OpenPull, PullClosed, PullOpened } from '@harness/core/effects/open-pull'
import { isAncestor, resolveCommit } from '../../machine/git/commits.ts'
import type { Attempt } from '../failure/attempt.ts'
import { ForgeError, orForgeFailed } from '../failure/forge-error.ts'
import type { ForgePorts } from '../landing/forge-ports.ts'
import type { Forge, PullRequest } from './port/forge.ts'
import { laneMerged, pullClosed } from './port/pull-fate.ts'

type Outcome = PullOpened | PullClosed | LaneMerged | MergeRefused

export const openPull = (
  command: OpenPull,
  attempt: Attempt,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, () => open(command, attempt.signal, ports, forge))

async function open(
  command: OpenPull,
  signal: AbortSignal,
  ports: ForgePorts,
  forge: Forge,
): Promise<Outcome> {
  const { branch, baseBranch, commit } = command
  const known = await knownPull(command, signal, ports, forge)
  if (known?.state === 'merged')
    return laneMerged(known, { commandId: command.id, commit, by: 'others' }, ports, forge, signal)
  if (known?.state === 'closed' && command.mayReopen !== true) return pullClosed(command.id, known, ports)
  const published = await forge.publishBranch(branch, commit, signal)
  if (published.type === 'rejected') {
    const elsewhere = await mergedElsewhere(command, signal, ports, forge)
    if (elsewhere !== null)
      return laneMerged(elsewhere, { commandId: command.id, commit, by: 'others' }, ports, forge, signal)
    const detail = ports.sanitise(published.detail)
    const event = { at: ports.clock.now(), commandId: command.id }
    return { type: 'MergeRefused', ...event, reason: 'push-rejected', detail }
  }
  // The last place at which a secret could be kept on this machine.
  const text = { title: ports.sanitise(command.title), body: ports.sanitise(command.body) }
  const updated = known === null ? null : await updatedIfPossible(known, text, signal, forge)
  if (updated !== null) return opened(command, updated, false, ports)
  try {
    const draft = { ...text, branch, base: baseBranch }
    return opened(command, await forge.openPull(draft, signal), true, ports)
  } catch (error) {
    // A person may have opened one meanwhile, or the forge was slow to list ours.
    const [there] = refusedAsked(error) ? await forge.pullsOf(branch, baseBranch, signal) : []
    if (there?.state !== 'open') throw error
    return opened(command, await forge.updatePull(there.number, text, signal), false, ports)
  }
}

/** The one that this command is about: named by it, open, merged as it is, or closed with commits that are here again. */
async function knownPull(
  { pull, branch, baseBranch, commit }: OpenPull,
  signal: AbortSignal,
  { repoRoot }: ForgePorts,
  forge: Forge,
): Promise<PullRequest | null> {
  if (pull !== null) return forge.readPull(pull, signal)
  const pulls = await forge.pullsOf(branch, baseBranch, signal)
  const open = pulls.find(({ state }) => state === 'open')
  if (open !== undefined) return open
  const [newest] = pulls
  if (newest === undefined) return null
  if (newest.state === 'merged') return newest.head === commit ? newest : null
  const isHere = (await resolveCommit(repoRoot, newest.head)) !== null
  return isHere && (await isAncestor(repoRoot, newest.head, commit)) ? newest : null
}

/** Another clone may have delivered the plan since the base was brought in: its commits are what is in the way. */
async function mergedElsewhere(
  { branch, baseBranch, commit }: OpenPull,
  signal: AbortSignal,
  { repoRoot }: ForgePorts,
  forge: Forge,
): Promise<PullRequest | null> {
  const [newest] = await forge.pullsOf(branch, baseBranch, signal)
  if (newest?.state !== 'merged' || newest.mergeCommit === null) return null
  await forge.refreshBase(baseBranch, signal)
  const isHere = (await resolveCommit(repoRoot, newest.mergeCommit)) !== null
  return isHere && !(await isAncestor(repoRoot, newest.mergeCommit, commit)) ? newest : null
}

/** Null if the forge will not open again what was closed. */
async function updatedIfPossible(
  known: PullRequest,
  text: { readonly title: string; readonly body: string },
  signal: AbortSignal,
  forge: Forge,
): Promise<PullRequest | null> {
  try {
    return await forge.updatePull(known.number, text, signal)
  } catch (error) {
    if (known.state === 'closed' && refusedAsked(error)) return null
    throw error
  }
}

const unprocessable = 422
const refusedAsked = (error: unknown): boolean =>
  error instanceof ForgeError && error.error.status === unprocessable

const opened = (
  { id }: OpenPull,
  { number, url }: PullRequest,
  created: boolean,
  ports: ForgePorts,
): PullOpened => ({ type: 'PullOpened', at: ports.clock.now(), commandId: id, number, url, created })
