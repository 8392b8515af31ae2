/** Tells where the base brings another config into a lane: a run keeps the checks and limits that it began with. */
import type { SyncLane } from '@harness/core/command'
import type { Outcome } from '@harness/core/event'
import { changedFiles } from '../git/changes.ts'

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
