/** What a person's answer does to a mission: it goes on, or what they said goes back to the role it concerns. */

import type { GateAnswered } from '../../../effects/ask-human.ts'
import { isGranted, isRefused } from '../../../kernel/gate-answer.ts'
import { refillAll } from '../../../work/attempts.ts'
import { nextId } from '../../../work/dispatch.ts'
import { withGrant, withRefusal } from '../decisions/checkpoints.ts'
import { contractOf, featureNamed, featuresOf } from '../documents/features.ts'
import { changing, wanting } from '../documents/known-documents.ts'
import { promotingAll, withWord } from '../documents/memory.ts'
import { critical, failedWith, numbered } from '../feature/outcomes.ts'
import { withNote } from '../feature/work.ts'
import { type Flight, newFlight } from '../state/flight.ts'
import { changedByOthers } from '../state/mission-contents.ts'
import type { Feature } from '../state/mission-document.ts'
import {
  behindReading,
  type Documents,
  type DueCheckpoint,
  type Escalating,
  flightOf,
  type MissionState,
  noted,
  type OpenGate,
  renumbered,
  rest,
  toStep,
} from '../state/state.ts'
import { withEscalation } from '../telling/escalating.ts'

export const mainAnswered = (before: MissionState, event: GateAnswered): MissionState =>
  behindReading(before, (state) => {
    const { at } = state
    if (at.phase !== 'gate') return state
    const { about } = at
    return about.type === 'checkpoint'
      ? checkpointAnswered(state, about.checkpoint, event)
      : escalationAnswered(state, about.escalation, event)
  })

function checkpointAnswered(
  before: MissionState,
  { name, feature }: DueCheckpoint,
  event: GateAnswered,
): MissionState {
  const { answer, commandId } = event
  const { reason } = answer
  const granted = isGranted(answer)
  const said = reason.trim() === '' ? 'A person refused it and gave no reason.' : reason
  const decision = granted ? 'granted' : 'refused'
  const told = wanting(before, { type: 'checkpoint-answered', name, decision, reason })
  const state: MissionState = {
    ...(granted ? withGrant(told, name) : withRefusal(told, name, said)),
    at: { phase: 'idle' },
    digests: { ...before.digests, checkpoints: changedByOthers },
  }
  const trigger = state.input.checkpoints.find((one) => one.name === name)?.triggerOn ?? ''
  if (granted) {
    if (reason.trim() === '') return state
    // Only here is the feature still to be worked on.
    return feature !== null && trigger.startsWith('feature-claim:')
      ? withNote(state, feature, `A person says: ${reason}`)
      : withWord(state, event, `At ${name}${feature === null ? '' : ` (${feature})`}`, reason)
  }
  if (trigger === 'post-planner')
    return {
      ...state,
      at: {
        phase: 'plan',
        tries: 0,
        problems: [`A person refused the plan: ${said}`],
        plan: { contract: contractOf(state), features: featuresOf(state) },
      },
    }
  const objection = critical(`A person refused ${name}`, said)
  if (feature === null)
    return { ...state, openIssues: [...state.openIssues, ...numbered(commandId, [objection])] }
  const flight = flightOf(state, feature)
  if (trigger === 'pre-merge')
    return flight === undefined ? state : failedWith(state, flight, commandId, [objection])
  if (trigger.startsWith('feature-claim:')) return beforehand(state, feature, said)
  const known = featureNamed(state, feature)
  return known === undefined
    ? state
    : changing(state, feature, { issues: [...known.issues, ...numbered(commandId, [objection])] })
}

/** No worker has started it yet: the architect says what the objection means for it. */
function beforehand(state: MissionState, feature: string, said: string): MissionState {
  const step = { type: 'rest', why: 'ambiguous' } as const
  const flight = flightOf(state, feature) ?? newFlight({ type: 'feature', id: feature }, step)
  const question = `A person does not want ${feature} to be begun as it stands: ${said}`
  return rest(state, { ...flight, question }, 'ambiguous')
}

const afterRefusal = 'fix what is named here, then `harness mission` starts again on the same plan.'

function escalationAnswered(before: MissionState, escalation: Escalating, event: GateAnswered): MissionState {
  const { answer } = event
  if (isRefused(answer)) {
    const why = `${escalation.reason} A person ended it${answer.reason.trim() === '' ? '.' : `: ${answer.reason}`}`
    const closed = withEscalation(
      before,
      escalation,
      `${why}\n\nNothing waits for an answer: ${afterRefusal}`,
    )
    return { ...promotingAll(withFreshAttempts(closed)), at: { phase: 'over', end: 'refused', why } }
  }
  const state: MissionState = {
    ...wanting(before, { type: 'escalation-settled' }),
    at: escalation.back,
    digests: { ...before.digests, checkpoints: changedByOthers },
    smokeFailures: 0,
  }
  const { feature } = escalation
  if (feature === null) {
    const heard = told(state, event)
    return escalation.isCap
      ? {
          ...heard,
          allowance: heard.allowance + 1,
          warned: heard.warned.filter((what) => what !== 'near'),
        }
      : heard
  }
  return triedAgain(
    answer.reason.trim() === '' ? state : withNote(state, feature, `A person says: ${answer.reason}`),
    feature,
  )
}

/** By a person's word: its attempts are counted from zero. */
function triedAgain(state: MissionState, feature: string): MissionState {
  const granted = changing(state, feature, { attempts: 0 })
  const flight = flightOf(granted, feature)
  if (flight === undefined || !isForThem(flight)) return granted
  const free: Flight = {
    ...flight,
    retries: refillAll(flight.retries),
    question: null,
    ruledAt: null,
    onAnswer: 'ruled',
  }
  return flight.onAnswer === 'approved'
    ? toStep(granted, free, { type: 'approved' })
    : rest(granted, free, flight.onAnswer)
}

/** Whether it waited for the answer. An orchestrator may ask about what goes on meanwhile: that is not disturbed. */
const isForThem = ({ step, hurdle }: Flight): boolean =>
  step.type === 'rest' &&
  hurdle === null &&
  (step.why === 'stuck' || step.why === 'failed' || step.why === 'ruled')

/** The person who ends it fixes the cause: the next run starts its counts from zero. */
const withFreshAttempts = (state: MissionState): MissionState =>
  featuresOf(state)
    .filter(({ status, attempts }) => status !== 'passed' && attempts > 0)
    .reduce((sum, { id }) => changing(sum, id, { attempts: 0 }), state)

/** What a person says about the plan reaches the planner with the rest; other words reach the next role. */
const told = (state: MissionState, event: GateAnswered): MissionState => {
  const { reason } = event.answer
  if (state.at.phase !== 'plan') return withWord(state, event, 'At an escalation', reason)
  return reason.trim() === ''
    ? state
    : { ...state, at: { ...state.at, problems: [...state.at.problems, `A person says: ${reason}`] } }
}

/** An edit of a feature answers the question that waits about it, after a reading; `before` is what was known, and `found` what people have made of it. */
export function answeredByEdit(
  state: MissionState,
  { about, gate }: OpenGate,
  before: Documents | null,
  found: Documents | null,
): MissionState | null {
  const feature = about.type === 'escalation' ? about.escalation.feature : null
  if (feature === null) return null
  const status = statusIn(found, feature)
  if (status === statusIn(before, feature) || !isAnAnswer(status)) return null
  // Set back: no validator has seen it pass.
  if (status === 'passed' && statusIn(state.documents, feature) !== status) return null
  const id = nextId(state, 'gate', gate.name)
  const closed = noted(
    { ...wanting(renumbered(state, id), { type: 'escalation-settled' }), at: { phase: 'idle' } },
    `Nothing is asked about ${feature} any more: it ${status === 'removed' ? 'was removed' : `is ${status}`}.`,
  )
  return status === 'todo' ? triedAgain(closed, feature) : closed
}

type Found = Feature['status'] | 'removed'

const statusIn = (documents: Documents | null, feature: string): Found =>
  documents?.features?.find(({ id }) => id === feature)?.status ?? 'removed'

const isAnAnswer = (status: Found): boolean =>
  status === 'removed' || status === 'blocked' || status === 'passed' || status === 'todo'
