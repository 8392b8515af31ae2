/** Tells if the config is another one than a run began with: it keeps its checks and limits. */

import type { SyncLane } from '@harness/core/effects/sync-lane'
import type { Check } from '@harness/core/kernel/check'
import type { Outcome } from '@harness/core/playbooks/delivery/effects'
import { changedFiles } from '../../machine/git/changes.ts'

type NamedCheck = Pick<Check, 'name' | 'run'>

/** What a person hears who fixed a check and continues with a run that began before that; null if they are the same. */
export function changedChecksNote(
  planId: string,
  begun: readonly NamedCheck[],
  now: readonly NamedCheck[],
): string | null {
  const runOf = (checks: readonly NamedCheck[], name: string) => checks.find((it) => it.name === name)?.run
  const names = [...new Set([...begun, ...now].map(({ name }) => name))]
  const changed = names.filter((name) => runOf(begun, name) !== runOf(now, name))
  if (changed.length === 0) return null
  return [
    `the config has other checks than this run began with (${changed.join(', ')}); it keeps its own`,
    `to follow the config, give it up and start again: harness refuse ${planId} -m "why", then harness run ${planId}`,
  ].join('; ')
}

const isConfig = (path: string): boolean => /^harness\.config\.(json|ts)$/.test(path)

export async function withConfigNote<Kind extends Outcome>(
  outcome: Kind,
  { baseBranch, baseCommit }: SyncLane,
  repoRoot: string,
): Promise<Kind> {
  if (outcome.type !== 'LaneSynced' && outcome.type !== 'SyncConflicted') return outcome
  if (outcome.baseCommit === baseCommit) return outcome
  const changed = (await changedFiles(repoRoot, baseCommit, outcome.baseCommit)).filter(isConfig)
  if (changed.length === 0) return outcome
  const note = `${changed.join(', ')} changed on ${baseBranch}: this run keeps the checks it began with, the next one follows the new config`
  return { ...outcome, notes: [...(outcome.notes ?? []), note] }
}
