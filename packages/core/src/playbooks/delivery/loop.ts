/**
 * Owns the order of a delivery's phases: what a change must still show, and which phase comes next.
 * Checks, then review, then how it looks, then end to end; then the base is brought in and what has changed by that is
 * shown again; then it is landed.
 */
import type { Check } from '../../kernel/check.ts'
import { unproven } from '../../kernel/evidence.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { ask } from '../../kernel/retrying.ts'
import { landingChecks } from '../../work/landing.ts'
import { mergeWantedGate, passesUsedUpGate } from './gates.ts'
import {
  type DeliveryState,
  type FixCause,
  type Merging,
  type PlanLane,
  type ReadingPlan,
  shared,
} from './state.ts'

/** What must pass on the tree that is merged, beside the end-to-end tests. */
export const checksOf = ({ input, conflictedWith }: DeliveryState): readonly Check[] =>
  landingChecks(input.checks, conflictedWith)

/** The lane holds a new change: nothing is known about it yet. */
export const toChecks = (
  state: DeliveryState,
  lane: PlanLane,
  after: 'implement' | 'fix' | 'preflight',
): DeliveryState => ({ ...shared(state), phase: 'checks', lane, after })

/** What the change has to show is shown again. Checks do not run twice on one tree. */
export const shownAgain = (state: DeliveryState, lane: PlanLane): DeliveryState =>
  isProven(state, lane) ? toPlan(state, lane, 'review') : toChecks(state, lane, 'fix')

export const isProven = (state: DeliveryState, lane: PlanLane): boolean =>
  unproven(checksOf(state), state.evidence, lane.tree).length === 0

export const toFix = (state: DeliveryState, lane: PlanLane, cause: FixCause): DeliveryState => ({
  ...shared(state),
  phase: 'fix',
  lane,
  cause,
})

export const toPlan = (state: DeliveryState, lane: PlanLane, then: ReadingPlan['then']): DeliveryState => ({
  ...shared(state),
  phase: 'read-plan',
  lane,
  then,
  edit: null,
})

export function toReview(state: DeliveryState, lane: PlanLane): DeliveryState {
  const reviewing: DeliveryState = { ...shared(state), phase: 'review', lane }
  return isExhausted(state.retries.reviewPass) ? ask(reviewing, passesUsedUpGate(reviewing)) : reviewing
}

export const afterReview = (state: DeliveryState, lane: PlanLane): DeliveryState =>
  state.input.ui === null
    ? afterUi(state, lane)
    : { ...shared(state), phase: 'capture-ui', lane, ui: state.input.ui }

export const afterUi = (state: DeliveryState, lane: PlanLane): DeliveryState =>
  toEndToEnd(state, lane, 'review') ?? toPreflight(state, lane)

export const toPreflight = (state: DeliveryState, lane: PlanLane): DeliveryState => ({
  ...shared(state),
  phase: 'preflight',
  lane,
})

/** The base is in the lane: what its tree has not shown yet comes first. */
export function afterPreflight(state: DeliveryState, lane: PlanLane): DeliveryState {
  if (!isProven(state, lane)) return toChecks(state, lane, 'preflight')
  return toEndToEnd(state, lane, 'preflight') ?? toPlan(state, lane, 'land')
}

/** Null if the tree has shown it already, or if there is nothing to run. */
function toEndToEnd(
  state: DeliveryState,
  lane: PlanLane,
  after: 'review' | 'preflight',
): DeliveryState | null {
  const { e2e } = state.input
  if (e2e === null || unproven([e2e.check], state.evidence, lane.tree).length === 0) return null
  return { ...shared(state), phase: 'e2e', lane, e2e, after }
}

/** To the base by ourselves, or to the forge by a pull request. */
export function toLanding(state: DeliveryState, lane: PlanLane, at: number): DeliveryState {
  if (state.input.forge.kind === 'local') return toMerge(state, lane, at)
  return { ...shared(state), phase: state.pullText === null ? 'prepare-pr' : 'open-pr', lane }
}

export function toMerge(state: DeliveryState, lane: PlanLane, since: number): DeliveryState {
  const merging: Merging = { ...shared(state), phase: 'merge', lane, since }
  return state.input.mergePolicy === 'ask' ? ask<DeliveryState>(merging, mergeWantedGate(merging)) : merging
}
