/** Owns how a delivery ends that a person gives up while it rests and asks nothing. */
import type { RunEnd } from '../../kernel/event.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { deliveryReport } from './report.ts'
import { type Blocked, type DeliveryState, shared } from './state.ts'

/** Null once it is merged: what is left to do then is done by going on. */
export function givenUp(state: DeliveryState, by: string, reason: string): RunEnd | null {
  if (isMerged(state)) return null
  return givenUpEnd({
    by,
    reason,
    next: `Begin it again: harness run ${state.input.plan.id}`,
    report: (why) => deliveryReport(blockedBy(state, why), why),
  })
}

/** Whether this end came from outside: the run itself would have gone on. */
export const isGivenUp = (state: DeliveryState, { outcome }: RunEnd): boolean =>
  outcome === 'blocked' && state.phase !== 'blocked' && !isMerged(state)

export const blockedBy = (state: DeliveryState, why: string): Blocked => ({
  ...shared(state),
  phase: 'blocked',
  hurdle: null,
  why,
})

const isMerged = ({ phase }: DeliveryState): boolean =>
  phase === 'complete' || phase === 'close' || phase === 'delivered'
