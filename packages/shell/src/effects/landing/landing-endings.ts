/** Owns how the outcomes that all ways onto the base branch share are told, redacted and replayed. */
import type { LaneMerged, MergeRefused } from '@harness/core/effects/merge-lane'
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { sameEvidence } from '../checks/same-evidence.ts'
import { asRecorded, type Ending } from '../effect.ts'
import { commitOfCommand } from '../lanes/command-trailer.ts'
import { facts, line, oneLine, type ProgressLine, shortHash, type Told } from '../progress-line.ts'

const mergedLine = ({ commit }: LaneMerged, { took, sight }: Told): ProgressLine =>
  line('merge', facts(`merged into ${sight.baseBranch} as ${shortHash(commit)}`, took), { tone: 'good' })

export const mergedHere: Ending<LaneMerged> = {
  line: mergedLine,
  log: ({ commit }) => commit,
  replay: { how: 'again', baseBefore: parentOfOwnCommit, reconcile: besideOthers },
}

/** A replay asks no forge: the base branch moves to the recorded commit. */
export const mergedByForge: Ending<LaneMerged> = {
  line: mergedLine,
  log: ({ commit }) => commit,
  replay: { how: 'recorded', baseAfter: ({ commit }) => commit },
}

export const mergeRefused: Ending<MergeRefused> = {
  line: ({ reason, detail }) => line('merge', `refused (${reason}): ${oneLine(detail)}`, { tone: 'warn' }),
  log: ({ reason, detail }) => `${reason}: ${detail}`,
  redact: (outcome, redact) => ({ ...outcome, detail: redact(outcome.detail) }),
  replay: asRecorded,
}

/** The commit that this command built on; null if another command made the recorded commit, or it is gone. */
export async function parentOfOwnCommit(
  { commit, commandId }: { readonly commit: CommitHash; readonly commandId: CommandId },
  repoRoot: string,
): Promise<CommitHash | null> {
  const parent = await resolveCommit(repoRoot, `${commit}^1`)
  if (parent === null) return null
  const own = await commitOfCommand(repoRoot, `${parent}..${commit}`, commandId)
  return own === commit ? parent : null
}

/**
 * A lane merged in a batch is told the tree and the evidence of the whole batch. The other lanes are no part of this
 * run: the replayed tree must be that of the lane's own commit, and the rest is taken as recorded.
 */
async function besideOthers(before: LaneMerged, again: LaneMerged, repoRoot: string): Promise<LaneMerged> {
  if (again.tree === before.tree) return { ...again, evidence: sameEvidence(before.evidence, again.evidence) }
  const commit = await resolveCommit(repoRoot, before.commit)
  return commit !== null && (await treeOf(repoRoot, commit)) === again.tree
    ? { ...again, tree: before.tree, evidence: before.evidence }
    : { ...again, evidence: sameEvidence(before.evidence, again.evidence) }
}
