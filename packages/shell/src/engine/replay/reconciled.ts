/** Owns what of a replayed outcome is of the place and the moment, and therefore taken from the recorded one. Pure. */

import { type Evidence, passed } from '@harness/core/kernel/evidence'
import type { AgentFinished, Outcome } from '@harness/core/playbooks/every-effect'

export function reconciled(before: Outcome, again: Outcome): Outcome {
  const { notes: _, ...rest } = again
  const told = { ...rest, at: before.at, ...(before.notes === undefined ? {} : { notes: before.notes }) }
  return inThePlaceOf(before, told as Outcome)
}

function inThePlaceOf(before: Outcome, again: Outcome): Outcome {
  if (before.type === 'LaneOpened' && again.type === 'LaneOpened') return { ...again, path: before.path }
  if (before.type === 'LaneClosed' && again.type === 'LaneClosed') return { ...again, kept: before.kept }
  if (before.type === 'ChecksFinished' && again.type === 'ChecksFinished')
    return { ...again, evidence: sameEvidence(before.evidence, again.evidence) }
  if (before.type === 'LaneMerged' && again.type === 'LaneMerged')
    return { ...again, evidence: sameEvidence(before.evidence, again.evidence) }
  if (!('spending' in before) || !('spending' in again)) return again
  const { context: _, ...rest } = again
  const call = { ...rest, ...(before.context === undefined ? {} : { context: before.context }) } as Outcome
  return before.type === 'AgentFinished' && call.type === 'AgentFinished' ? sameCall(before, call) : call
}

/** The recorded change is one of trees: what git ignores of it is not made again. */
function sameCall(before: AgentFinished, again: AgentFinished): AgentFinished {
  const { ignored: _, ...rest } = again
  const call = { ...rest, ...(before.ignored === undefined ? {} : { ignored: before.ignored }) }
  if (before.violation === null || call.violation === null) return call
  return { ...call, violation: { ...call.violation, patch: before.violation.patch } }
}

/** Output holds times and paths; where the exit codes agree, it is the same evidence. */
const sameEvidence = (before: readonly Evidence[], again: readonly Evidence[]): readonly Evidence[] =>
  before.length === again.length && before.every((item, index) => agrees(item, again[index])) ? before : again

const agrees = (item: Evidence, other: Evidence | undefined): boolean =>
  other !== undefined &&
  item.tree === other.tree &&
  item.check === other.check &&
  item.exitCode === other.exitCode &&
  passed(item) === passed(other)
