/** Owns the signals that put a plan before a person, and the complexity that a plan shows. */
import {
  type Complexity,
  complexities,
  type Plan,
  type RigorLevel,
  type SessionPhase,
  type Signals,
} from './documents.ts'
import { rigorOf } from './rigor.ts'

const taskThreshold = 15

/** A phase that is marked low can turn out larger; null if its plan does not show it. */
export function overrideOf(
  marked: Complexity,
  { tasks, checkpoints }: Pick<Plan, 'tasks' | 'checkpoints'>,
): Complexity | null {
  if (marked !== 'low') return null
  if (tasks.length > 20 || checkpoints > 6) return 'high'
  return tasks.length > 10 || checkpoints > 3 ? 'medium' : null
}

/** Null if neither is known. */
export const higherOf = (one: Complexity | null, other: Complexity | null): Complexity | null =>
  complexities.findLast((level) => level === one || level === other) ?? null

export const signalsOf = (
  reviewPlans: boolean,
  { complexity, complexityOverride }: Pick<SessionPhase, 'complexity' | 'complexityOverride'>,
  { tasks }: Pick<Plan, 'tasks'>,
  plannerConcerns: readonly string[],
): Signals => ({
  reviewPlans,
  highComplexity: complexity === 'high',
  complexityOverride,
  plannerConcerns,
  taskCount: tasks.length,
  taskThreshold,
})

/** The signals that fire, in words. */
export function firedSignals(signals: Signals): readonly string[] {
  const { complexityOverride: override, plannerConcerns: concerns, taskCount, taskThreshold: most } = signals
  const all: readonly (readonly [boolean, string])[] = [
    [signals.reviewPlans, 'every plan is reviewed (--review-plans)'],
    [signals.highComplexity, 'the phase is of high complexity'],
    [override !== null, `the plan shows ${override} complexity; the spec says low`],
    [concerns.length > 0, `the planner has concerns: ${concerns.join('; ')}`],
    [taskCount > most, `${taskCount} tasks, more than ${most}`],
  ]
  return all.flatMap(([fires, words]) => (fires ? [words] : []))
}

/** `--review-plans` counts at every level, so `--fast --review-plans` asks. */
export function pausesForReview(rigor: RigorLevel, signals: Signals): boolean {
  const approval = rigorOf({ input: { rigor } }, 'approval')
  if (approval === 'always' || signals.reviewPlans) return true
  return approval === 'signals' && firedSignals(signals).length > 0
}
