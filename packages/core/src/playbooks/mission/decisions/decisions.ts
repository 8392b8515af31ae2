/**
 * Owns what may be decided next, as a function of the state alone. The first decision that is possible is the rules'
 * own; an agent that orchestrates may choose any of them, and nothing else. Each says in one sentence why.
 */

import { counted } from '../../../kernel/counted.ts'
import { leftToMerge } from '../documents/dropped.ts'
import { featureNamed, type Overview, overviewOf, unshowable } from '../documents/features.ts'
import { allPassed } from '../documents/passed.ts'
import type { ChosenDecision } from '../state/answers.ts'
import { type MissionDecision, subjectOfDecision } from '../state/decision.ts'
import { type Flight, isMerging, isStuck, subjectOf } from '../state/flight.ts'
import type { Feature } from '../state/mission-document.ts'
import { featureFlights, isLanding, type MissionState } from '../state/state.ts'
import { capReached, isCalling } from './caps.ts'
import { beforeTheEnd, beforeWorker, dueCheckpoint } from './checkpoints.ts'
import { capEscalation, escalation, mergeEscalation, oneSentence, stuck } from './escalations.ts'
import { convertible, mostSmokeFailures } from './fixes.ts'

/** The rules' decision; null if work is under way and nothing can be decided before it comes to something. */
export const nextDecision = (state: MissionState): MissionDecision | null => {
  for (const decision of possibleDecisions(state)) return decision
  return null
}

/** Decisions that no person is asked about. */
export const isForced = ({ name }: MissionDecision): boolean => name === 'CHECKPOINT' || name === 'ESCALATE'

/** Every decision that the state allows, those that come first by the rules first. */
export function* possibleDecisions(state: MissionState): Generator<MissionDecision> {
  if (capReached(state) && !needsNoCall(state)) {
    // What is under way is paid for, or costs nothing: its outcome is taken before a person is asked.
    if (!isCalling(state) && !isBeingMerged(state)) yield capEscalation(state)
    return
  }
  const due = dueCheckpoint(state)
  if (due !== null) {
    yield due
    return
  }
  const broken = unshowable(state)
  if (broken !== null) {
    yield escalation(
      `The plan does not hold together: ${broken}.`,
      'Fix features.json or the contract (a blocked feature needs no claims), and grant to continue.',
    )
    return
  }
  let isAny = false
  for (const decision of onward(state)) {
    isAny = true
    yield decision
  }
  if (!isAny && !isMoving(state)) yield atTheEnd(state, overviewOf(state))
}

const isBeingMerged = ({ flights }: MissionState): boolean =>
  flights.some((flight) => isMerging(flight) && flight.step.type !== 'ci' && flight.hurdle === null)

/** Every feature has passed and nothing is left but the end: money is no reason to ask a person. */
const needsNoCall = (state: MissionState): boolean =>
  !isCalling(state) &&
  !isMoving(state) &&
  isAllPassed(overviewOf(state)) &&
  unshowable(state) === null &&
  onward(state).next().done === true

/** What leads further, of what is begun and then of what can be begun. */
function* onward(state: MissionState): Generator<MissionDecision> {
  yield* validations(state)
  yield* rulings(state)
  const issues = convertible(state)
  if (issues.length > 0)
    yield {
      name: 'CONVERTED',
      reason: `${issues.length === 1 ? 'An open issue becomes a fix' : `${issues.length} open issues become fixes`}: ${issues.map(({ issue }) => issue.id).join(', ')}.`,
    }
  yield* retries(state)
  yield* beginnings(state)
}

const sending = (
  name: 'NEXT_WORKER' | 'NEXT_VALIDATOR' | 'NEXT_ARCHITECT',
  feature: string,
  reason: string,
): MissionDecision => ({ name, feature, reason })

const flightName = ({ task }: Flight): string => subjectOf(task)

const resting = (state: MissionState, ...whys: readonly string[]): readonly Flight[] =>
  featureFlights(state).filter(
    ({ step, hurdle, isLetGo }) =>
      step.type === 'rest' && whys.includes(step.why) && hurdle === null && !isLetGo,
  )

function* validations(state: MissionState): Generator<MissionDecision> {
  if (isLanding(state)) return
  for (const id of resting(state, 'worked').map(flightName))
    yield sending(
      'NEXT_VALIDATOR',
      id,
      `The worker of ${id} is done, and nothing else is about to be merged.`,
    )
}

function* rulings(state: MissionState): Generator<MissionDecision> {
  for (const flight of resting(state, 'ambiguous'))
    yield sending(
      'NEXT_ARCHITECT',
      flightName(flight),
      `Something is left open about ${flightName(flight)}: ${oneSentence(flight.question ?? '')}`,
    )
  for (const flight of resting(state, 'failed'))
    if (needsRuling(state, flight))
      yield sending(
        'NEXT_ARCHITECT',
        flightName(flight),
        `${flightName(flight)} has failed ${counted(attemptsOf(state, flight), 'time')}.`,
      )
}

const attemptsOf = (state: MissionState, flight: Flight): number =>
  featureNamed(state, flightName(flight))?.attempts ?? 0

/** What is decided about already needs no other decision, however often it has failed. */
const needsRuling = (state: MissionState, flight: Flight): boolean =>
  flight.step.type === 'rest' &&
  flight.step.why === 'failed' &&
  flight.ruledAt === null &&
  attemptsOf(state, flight) >= state.input.attempts.architectAt &&
  !isSpent(state, flight)

/** Whether so many workers were sent that a person has to say how it goes on. */
const isSpent = (state: MissionState, flight: Flight): boolean =>
  attemptsOf(state, flight) >= state.input.attempts.escalateAt

function* retries(state: MissionState): Generator<MissionDecision> {
  for (const flight of resting(state, 'ruled', 'failed'))
    if (!isSpent(state, flight) && !needsRuling(state, flight))
      yield beforeWorker(state, flightName(flight)) ??
        sending('NEXT_WORKER', flightName(flight), retryReason(state, flight))
}

const retryReason = (state: MissionState, flight: Flight): string =>
  flight.step.type === 'rest' && flight.step.why === 'ruled'
    ? `What was open about ${flightName(flight)} is decided.`
    : `${flightName(flight)} has failed and may be tried again (attempt ${attemptsOf(state, flight) + 1} of ${state.input.attempts.escalateAt}).`

function* beginnings(state: MissionState): Generator<MissionDecision> {
  const underWay = featureFlights(state).filter((flight) => !isStuck(flight))
  if (underWay.length >= state.input.isolation.lanes) return
  const { ready } = overviewOf(state)
  for (const feature of ready) {
    if (isToBeSeenAgain(state, feature)) {
      if (!isLanding(state)) yield seenAgain(feature)
      continue
    }
    if (feature.attempts >= state.input.attempts.escalateAt) continue
    yield beforeWorker(state, feature.id) ?? sending('NEXT_WORKER', feature.id, beginReason(feature))
  }
}

/** Its work is merged: whether it still holds is looked at before a worker is sent for nothing. */
const isToBeSeenAgain = ({ landed }: MissionState, { id, status }: Feature): boolean =>
  landed.includes(id) && status !== 'failing' && status !== 'in_progress'

const seenAgain = ({ id }: Feature): MissionDecision =>
  sending('NEXT_VALIDATOR', id, `${id} was merged before, and whether it holds is to be seen again.`)

const beginReason = ({ id, dependsOn }: Feature): string =>
  dependsOn.length === 0
    ? `${id} depends on nothing and a lane is free.`
    : `Everything that ${id} depends on has passed, and a lane is free.`

/** Whether anything is under way that may come to something by itself. */
const isMoving = (state: MissionState): boolean =>
  state.flights.some((flight) => {
    const { step, task } = flight
    if (task.type !== 'feature' || step.type !== 'rest' || flight.hurdle !== null) return true
    const isWorkersTurn = step.why === 'failed' || step.why === 'ruled'
    return !isStuck(flight) && !(isWorkersTurn && isSpent(state, flight))
  })

const isAllPassed = ({ features, passed, unclaimed }: Overview): boolean =>
  features.length > 0 && features.every(({ id }) => passed.has(id)) && unclaimed.length === 0

function atTheEnd(state: MissionState, overview: Overview): MissionDecision {
  if (!isAllPassed(overview)) return stuck(state, overview)
  if (state.smokeFailures >= mostSmokeFailures)
    return escalation(
      `Every feature has passed, but the smoke test failed ${state.smokeFailures} times.`,
      'What is missing that no fix has brought? Say so, or fix it, and grant.',
    )
  const reason = `${allPassed(state)}.`
  const checkpoint = beforeTheEnd(state, reason)
  if (checkpoint !== null) return checkpoint
  return state.input.smoke?.onDone === true && leftToMerge(state).length > 0
    ? mergeEscalation(
        state,
        `Every feature has passed, but not all are in ${state.input.baseBranch}, which the smoke test is made of`,
      )
    : { name: 'DONE', reason }
}

/** The decision that was chosen, as the state allows it; null if it does not. */
export function allowedDecision(state: MissionState, chosen: ChosenDecision): MissionDecision | null {
  if (chosen.decision === 'ESCALATE') return allowedEscalation(state, chosen)
  for (const decision of possibleDecisions(state))
    if (decision.name === chosen.decision && subjectOfDecision(decision) === chosen.subject)
      return { ...decision, reason: chosen.reason }
  return null
}

/** A person may be asked at any time, about the mission or about a feature that there is. */
const allowedEscalation = (
  state: MissionState,
  { subject, reason }: ChosenDecision,
): MissionDecision | null =>
  subject !== null && featureNamed(state, subject) === undefined
    ? null
    : escalation(reason, `${oneSentence(reason)} How is it to go on?`, subject)
