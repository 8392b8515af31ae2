/** What a person's answer does to a mission: it goes on, or what they said goes back to the role it concerns. */

import type { GateAnswered } from '../../effects/ask-human.ts'
import { isGranted, isRefused } from '../../kernel/gate-answer.ts'
import { refillAll } from '../../work/attempts.ts'
import { changing, wanting } from './documents.ts'
import { withEscalation } from './escalating.ts'
import { contractOf, featureNamed, featuresOf } from './features.ts'
import { type Flight, type FlightStep, freshRetries, newFlight, subjectOf } from './flight.ts'
import { unshown } from './landing.ts'
import { promotingAll, withWord } from './memory.ts'
import { critical, failedWith, letGo, numbered } from './outcomes.ts'
import { withAnswer } from './refused.ts'
import {
  type DueCheckpoint,
  type Escalating,
  flightOf,
  isLanding,
  isOnItsWay,
  type MissionState,
  reading,
  rest,
  toStep,
  withFlight,
} from './state.ts'
import { withNote } from './work.ts'

export function mainAnswered(state: MissionState, event: GateAnswered): MissionState {
  const { main } = state
  // The answer is older than the resume: it counts, and what follows waits for the reading.
  if (main.type === 'read' && main.next?.type === 'gate' && state.hurdle === null) {
    const answered = mainAnswered({ ...state, main: main.next }, event)
    const isOver = answered.main.type === 'over'
    return isOver ? answered : { ...answered, main: { ...main, next: answered.main } }
  }
  if (main.type !== 'gate') return hurdleAnswered(state, event)
  const { about } = main
  switch (about.type) {
    case 'checkpoint':
      return checkpointAnswered(state, about.checkpoint, event)
    case 'escalation':
      return escalationAnswered(state, about.escalation, event)
    case 'spec':
      return specAnswered(state, event)
  }
}

function specAnswered(state: MissionState, event: GateAnswered): MissionState {
  const { answer } = event
  if (isGranted(answer)) {
    const heard = withWord(state, event, `About the changed ${state.input.specPath}`, answer.reason)
    return { ...heard, plannedFrom: null, main: reading() }
  }
  const said = answer.reason.trim() === '' ? '' : ` ${answer.reason}`
  const why = `A person does not want ${state.input.specPath} to be built by the plan before.${said}`
  return { ...state, main: { type: 'over', end: 'replan', why } }
}

/** A person was asked whether to try a failing agent again. */
function hurdleAnswered(state: MissionState, event: GateAnswered): MissionState {
  if (state.hurdle?.type !== 'gate') return state
  const { answer } = event
  if (isGranted(answer)) {
    const heard = withWord(state, event, 'When an agent kept failing', answer.reason)
    return { ...heard, hurdle: null, retries: freshRetries, isStale: true }
  }
  const why = `Refused by a person: ${state.hurdle.gate.question} ${answer.reason}`.trim()
  return { ...promotingAll(state), hurdle: null, main: { type: 'over', end: 'refused', why } }
}

function checkpointAnswered(
  before: MissionState,
  { name, feature }: DueCheckpoint,
  event: GateAnswered,
): MissionState {
  const { answer, commandId } = event
  const { reason } = answer
  const granted = isGranted(answer)
  const said = reason.trim() === '' ? 'A person refused it and gave no reason.' : reason
  const state: MissionState = {
    ...withAnswer(
      wanting(before, {
        type: 'checkpoint-answered',
        name,
        decision: granted ? 'granted' : 'refused',
        reason,
      }),
      name,
      granted ? null : said,
    ),
    main: { type: 'idle' },
    isStale: true,
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
      main: {
        type: 'plan',
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
  const asked = newFlight({ type: 'feature', id: feature }, { type: 'rest', why: 'ambiguous' })
  const flight = flightOf(state, feature) ?? asked
  const question = `A person does not want ${feature} to be begun as it stands: ${said}`
  return flight === asked
    ? { ...state, flights: [...state.flights, { ...asked, question }] }
    : rest(state, { ...flight, question }, 'ambiguous')
}

const afterRefusal = 'fix what is named here, then `harness mission` starts again on the same plan.'

function escalationAnswered(before: MissionState, escalation: Escalating, event: GateAnswered): MissionState {
  const { answer } = event
  if (isRefused(answer)) {
    const why = `${escalation.why} A person ended it${answer.reason.trim() === '' ? '.' : `: ${answer.reason}`}`
    const closed = withEscalation(
      before,
      escalation,
      `${why}\n\nNothing waits for an answer: ${afterRefusal}`,
    )
    return { ...promotingAll(withFreshAttempts(closed)), main: { type: 'over', end: 'refused', why } }
  }
  const state: MissionState = {
    ...wanting(before, { type: 'escalation-settled' }),
    main: escalation.back,
    isStale: true,
    plannedFrom: null,
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
  const noted =
    answer.reason.trim() === '' ? state : withNote(state, feature, `A person says: ${answer.reason}`)
  const restarted = {
    ...changing(noted, feature, { attempts: 0 }),
    fixesGranted: [...noted.fixesGranted, feature],
  }
  const flight = flightOf(restarted, feature)
  return flight === undefined || !isForThem(flight)
    ? restarted
    : rest(
        restarted,
        {
          ...flight,
          retries: refillAll(flight.retries),
          question: null,
          ruledAt: null,
          voided: renewedVoid(flight),
          onAnswer: 'ruled',
        },
        flight.onAnswer,
      )
}

/** The role is still told why its answer was void; how often is counted again from here. */
const renewedVoid = ({ voided }: Flight): Flight['voided'] =>
  voided === null ? null : { ...voided, rounds: 0 }

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
  if (state.main.type !== 'plan') return withWord(state, event, 'At an escalation', reason)
  return reason.trim() === ''
    ? state
    : { ...state, main: { ...state.main, problems: [...state.main.problems, `A person says: ${reason}`] } }
}

/** Without a word the pull request is offered again as it is; with one the feature goes back to its worker first. */
function pullGranted(state: MissionState, flight: Flight, url: string, event: GateAnswered): MissionState {
  const { reason } = event.answer
  const free: Flight = { ...flight, mayReopen: true }
  return reason.trim() === ''
    ? toStep(state, free, { type: 'pull' })
    : failedWith(state, free, event.commandId, [critical(`A person closed its pull request ${url}`, reason)])
}

/** What was waited for in vain is waited for as long again. */
const renewed = (step: FlightStep, at: number): FlightStep =>
  step.type === 'ci' ? { ...step, since: at } : step

export function flightAnswered(state: MissionState, flight: Flight, event: GateAnswered): MissionState {
  if (flight.hurdle?.type !== 'gate') return state
  const { answer, at } = event
  const id = subjectOf(flight.task)
  if (isGranted(answer)) {
    const free: Flight = { ...flight, retries: refillAll(flight.retries), hurdle: null }
    if (flight.step.type === 'closed') return pullGranted(state, free, flight.step.url, event)
    const heard = answer.reason.trim() === '' ? state : withNote(state, id, `A person says: ${answer.reason}`)
    return isOnItsWay(flight) && isLanding(heard)
      ? unshown(heard, free)
      : withFlight(heard, { ...free, step: renewed(flight.step, at) })
  }
  const blocked = withNote(
    changing(state, id, { status: 'blocked' }),
    id,
    `A person refused: ${flight.hurdle.gate.question} ${answer.reason}`.trim(),
  )
  return letGo(
    blocked,
    flight,
    `${id} is blocked: a person refused ${flight.hurdle.gate.name}; its lane is kept.`,
  )
}
