/**
 * Owns whether a run has delivered its plan. Its own word is not enough: the base branch must contain the merge. Which
 * branch that is, the run was told when it began: what has become of the config since does not matter.
 */
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import type { Rest } from '@harness/core/playbooks/daemon/rest'
import { isObject } from '@harness/formats/text/is-object'
import { git } from '@harness/shell/machine/git/git'
import { repositoryPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { RunRef } from '@harness/shell/store/port/run-store'
import type { DaemonOutside } from '../place/outside.ts'

/** Between the merge of a run and its end are few events. */
const lastEvents = 60

type Place = Pick<DaemonOutside, 'repoRoot' | 'stateDir' | 'open'>

export async function mergeOf(run: RunRef, stateDir: string): Promise<string | null> {
  return (await mergeIn(run, stateDir))?.commit ?? null
}

/** Null if the run has merged nothing. */
async function mergeIn(
  run: RunRef,
  stateDir: string,
): Promise<{ readonly commit: string; readonly first: AnyEvent } | null> {
  const journal = await openRunStore(stateDir).peek(run, lastEvents)
  if (journal?.type !== 'readable') return null
  const merged = journal.last.findLast(isLaneMerged)
  return merged === undefined ? null : { commit: merged.commit, first: journal.first }
}

export async function deliveredRest(run: RunRef, detail: string, place: Place): Promise<Rest> {
  const merge = await mergeIn(run, place.stateDir)
  if (merge === null) return completedByOthers(run, detail, place)
  const { commit: merged, first } = merge
  const base = baseOf(first)
  const verified = base !== null && (await isIn(place.repoRoot, merged, base.pattern))
  const name = base?.branch ?? 'The base branch'
  return { type: 'done', merged, verified, detail: verified ? detail : `${name} does not contain ${merged}` }
}

/** Where a run finds its base: on a remote if it has a forge, as that was fetched last. */
function baseOf(first: AnyEvent): { readonly branch: string; readonly pattern: string } | null {
  const input = isRunEvent(first, 'RunStarted') && isObject(first.input) ? first.input : {}
  const { baseBranch: branch, forge } = input
  if (typeof branch !== 'string') return null
  const isRemote = isObject(forge) && forge.kind === 'github'
  return { branch, pattern: isRemote ? `refs/remotes/*/${branch}` : `refs/heads/${branch}` }
}

/** A commit that is not there is in no branch. */
async function isIn(repoRoot: string, commit: string, pattern: string): Promise<boolean> {
  const { exitCode, stdout } = await git(repoRoot, [
    'for-each-ref',
    `--contains=${commit}`,
    '--format=%(refname)',
    pattern,
  ])
  return exitCode === 0 && stdout.trim() !== ''
}

/** The plans say so. If the config cannot be read, the daemon waits until it can. */
async function completedByOthers({ subject }: RunRef, detail: string, { open }: Place): Promise<Rest> {
  try {
    const plan = (await repositoryPlans((await open()).folders)).plans.get(subject)
    const verified = plan === undefined || plan.status === 'completed'
    return { type: 'done', merged: null, verified, detail }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, exitCode, message, next } = error
    return { type: 'refused', code, exitCode, reason: message, next }
  }
}
