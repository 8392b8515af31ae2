/** Owns what must hold before a lane is merged, and when a refused merge is tried again. */
import type { MergeRefused } from '../effects/merge-lane.ts'
import type { Check } from '../kernel/check.ts'
import type { Gate } from '../kernel/gate.ts'
import type { CommitHash } from '../kernel/ids.ts'
import type { RetryBudget } from '../kernel/retry-budget.ts'
import { ask, type Retrying, spendOrAsk } from '../kernel/retrying.ts'
import { noConflictMarks } from './conflict-marks.ts'

/** The checks of a lane. After a conflict with the base, no mark of it may stay. */
export const landingChecks = (
  checks: readonly Check[],
  conflictedWith: CommitHash | null,
): readonly Check[] => (conflictedWith === null ? checks : [...checks, noConflictMarks(conflictedWith)])

const fromBase: ReadonlySet<MergeRefused['reason']> = new Set(['base-moved', 'conflict', 'checks-failed'])

/** If it helps to bring the base in. */
export const isFromBase = (reason: MergeRefused['reason']): boolean => fromBase.has(reason)

type Racing = Retrying & { readonly retries: { readonly mergeRace: RetryBudget } }

/** `again` brings the base in. That helps if the base was in the way; else, or after too many tries, a person decides. */
export const mergeAgain = <State extends Racing>(
  again: State,
  reason: MergeRefused['reason'],
  gate: Gate,
): State => (isFromBase(reason) ? spendOrAsk(again, 'mergeRace', gate) : ask(again, gate))
