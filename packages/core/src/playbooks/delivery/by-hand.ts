/**
 * Owns what a delivery makes of a plan that others put into its completed place. It is a person's word, unless an unconfined
 * agent or check worked meanwhile: then a person is asked first.
 */
import type { GateAnswered } from '../../effects/ask-human.ts'
import { phaseOf } from '../../kernel/ids.ts'
import { ask } from '../../kernel/retrying.ts'
import { byHand, namedByHand, vouchedFor } from '../../work/by-hand.ts'
import { looked } from '../../work/watch.ts'
import { type CompletedPlan, completedIn, type PlanRead } from './documents.ts'
import type { Command, Outcome } from './effects.ts'
import { doneWithoutRecordGate } from './gates.ts'
import { type DeliveryState, type ReadingPlan, shared } from './state.ts'

/** Opening a lane runs its set-up, and a merge runs the checks again. */
export const programs: ReadonlySet<Command['type']> = new Set([
  'RunAgent',
  'RunChecks',
  'CaptureUi',
  'OpenLane',
  'MergeLane',
])

/** The phase of the command that looks before an end. It leads nowhere else. */
export const lastLook = 'look'

export const isLastLook = ({ commandId }: Outcome): boolean => phaseOf(commandId) === lastLook

const merged: ReadonlySet<DeliveryState['phase']> = new Set(['complete', 'close', 'delivered'])

/** If a program worked since the last look: the run looks once more before it ends or pauses. */
export const isUnseen = ({ watched, phase }: DeliveryState): boolean =>
  watched.length > 0 && !merged.has(phase)

/** What a look says of a completed plan; null if the run goes on as it is. */
export function completionSeen(before: DeliveryState, event: PlanRead): DeliveryState | null {
  const completed = completedIn(event, before)
  if (isLastLook(event) || before.phase !== 'read-plan')
    return { ...looked(before), doubt: isDoubted(before) ? (completed?.by ?? null) : null }
  if (completed === null) return null
  const reading: ReadingPlan = { ...looked(before), doubt: null }
  const { answer } = before
  if (!isDoubted(before)) return completedElsewhere(reading, completed)
  if (answer?.digest !== completed.commit)
    return ask({ ...reading, doubt: completed.by }, doneWithoutRecordGate(before.input, completed))
  const vouched = [...before.vouched, vouchedFor(before.input.plan.id, answer)]
  return completedElsewhere({ ...reading, vouched }, completed)
}

const isDoubted = ({ watched, doubt }: DeliveryState): boolean => watched.length > 0 || doubt !== null

/** A look that failed leaves the doubt to the next one; the run does not try for ever. */
export const lookFailed = (state: DeliveryState): DeliveryState => ({
  ...looked(state),
  doubt: state.doubt ?? 'the plan could not be read',
})

/** What is delivered is not delivered again, whatever phase the operator wanted to see. */
const completedElsewhere = (state: ReadingPlan, { commit, by }: CompletedPlan): DeliveryState => ({
  ...shared(state),
  until: null,
  phase: 'close',
  lane: state.lane,
  merged: commit,
  planKept: null,
  elsewhere: by,
})

/** The base is read again before the answer counts. Put back, the run goes on without the file. */
export function doubtAnswered(state: ReadingPlan, { answer }: GateAnswered): DeliveryState {
  const asked = { ...state, hurdle: null }
  return answer.choice === byHand
    ? { ...asked, answer }
    : { ...asked, doubt: null, agreedPlans: [...state.agreedPlans, null] }
}

export const byHandIn = ({ input, vouched }: DeliveryState): string => namedByHand(input.plan.id, vouched)

/** A sentence for an end that is in doubt; empty if it is not. */
export const doubtText = ({ doubt, input }: DeliveryState): string =>
  doubt === null ? '' : ` The run has no record that plan ${input.plan.id} is completed: ${doubt}.`
