/** Owns if a replayed run of checks showed the same as the recorded one. Pure. */
import { type Evidence, passed } from '@harness/core/kernel/evidence'

/** Output holds times and paths: if trees and exit codes agree, the recorded evidence stands. */
export const sameEvidence = (before: readonly Evidence[], again: readonly Evidence[]): readonly Evidence[] =>
  before.length === again.length && before.every((item, index) => agrees(item, again[index])) ? before : again

const agrees = (item: Evidence, other: Evidence | undefined): boolean =>
  other !== undefined &&
  item.tree === other.tree &&
  item.check === other.check &&
  item.exitCode === other.exitCode &&
  passed(item) === passed(other)
