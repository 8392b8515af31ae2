/** Owns what happens by itself once an event is folded: what can go on goes on, and what can be decided is decided. */

import { counted } from '../../../kernel/counted.ts'
import { exitCode } from '../../../kernel/exit-code.ts'
import { halt } from '../../../kernel/retrying.ts'
import { capReached, isBlind, isCalling, isNearCap } from '../decisions/caps.ts'
import { isAskedBefore } from '../decisions/checkpoints.ts'
import { isForced, nextDecision } from '../decisions/decisions.ts'
import { capEscalation } from '../decisions/escalations.ts'
import { featureNamed } from '../documents/features.ts'
import { isWorthCurating, promotingAll } from '../documents/memory.ts'
import { trying } from '../feature/ahead.ts'
import { toMerge } from '../feature/keeping.ts'
import { docsDropped } from '../feature/outcomes.ts'
import type { MissionDecision } from '../state/decision.ts'
import { type Flight, newFlight } from '../state/flight.ts'
import { isStale } from '../state/mission-contents.ts'
import type { DocumentEdit } from '../state/mission-document.ts'
import {
  isLanding,
  isStopped,
  type MissionState,
  noted,
  type Phase,
  reading,
  toStep,
  waitsForDocuments,
} from '../state/state.ts'
import { telling } from '../telling/errands.ts'
import { escalate } from '../telling/escalating.ts'
import { decided, finished } from './enacting.ts'

/** `isRead`: the event was a reading, so that documents and base are known as they are. */
export const settled = (before: MissionState, at: number, isRead: boolean): MissionState => {
  const state = dropped(warned(before))
  const ready = isRead ? merging(state) : state
  return trying(flushed(chosen(capped(ended(documenting(ready))), at, isRead)))
}

const unpriced =
  'costCapUsd cannot count all calls, because the price of some is unknown. tokenCap counts them too.'

/** Each is said once, while something can still be done about it. */
const warned = (state: MissionState): MissionState => {
  const near = isNearCap(state) ? warning(state, 'near', 'The cost cap is near.') : state
  return isBlind(near) ? warning(near, 'unpriced', unpriced) : near
}

const warning = (state: MissionState, what: MissionState['warned'][number], text: string): MissionState =>
  state.warned.includes(what)
    ? state
    : telling(noted({ ...state, warned: [...state.warned, what] }, text), 'cost-warn', text)

/** Let go of, and nothing under way: neither a command, nor a wait, nor an open question. */
const dropped = (state: MissionState): MissionState =>
  state.flights.some(isDroppable)
    ? { ...state, flights: state.flights.filter((flight) => !isDroppable(flight)) }
    : state

const isDroppable = ({ isLetGo, step, hurdle }: Flight): boolean =>
  isLetGo && hurdle === null && (step.type === 'rest' || step.type === 'approved')

/** What was validated is merged, unless a person is to be asked before. */
function merging(state: MissionState): MissionState {
  const approved = state.flights.find(
    (flight) =>
      isApproved(flight) &&
      flight.task.type === 'feature' &&
      !flight.isLetGo &&
      !isAskedBefore(state, flight),
  )
  return approved === undefined ? state : toMerge(state, approved)
}

const isApproved = ({ step, hurdle }: Flight): boolean => step.type === 'approved' && hurdle === null

/** Documentation is written in a lane of its own: at the end, or after each feature. */
function documenting(state: MissionState): MissionState {
  const docs = state.flights.find(({ task }) => task.type === 'docs')
  const isLast = state.at.phase === 'document' && docs?.step.type === 'document'
  // The end does not wait for a documenter who is called no more.
  if (isLast && capReached(state) && !isCalling(state))
    return docsDropped(state, docs, 'the cost cap is reached')
  if (docs !== undefined)
    return docs.step.type === 'rest' && docs.hurdle === null && !isLanding(state)
      ? toStep(state, docs, { type: 'sync' })
      : state
  const isDue = state.at.phase === 'document' || (state.input.documenter === 'feature' && isInTheLoop(state))
  const features = state.undocumented.filter(
    (id) => featureNamed(state, id) !== undefined && state.unmerged.every(({ feature }) => feature !== id),
  )
  if (!isDue || features.length === 0 || isStopped(state) || capReached(state)) return state
  const begun = state.dispatched.docs ?? 0
  const task = { type: 'docs', name: `docs-${begun + 1}`, features } as const
  return {
    ...state,
    dispatched: { ...state.dispatched, docs: begun + 1 },
    flights: [...state.flights, newFlight(task, { type: 'document' })],
  }
}

const inTheLoop: ReadonlySet<Phase['phase']> = new Set(['idle', 'orchestrate', 'decided', 'gate', 'smoke'])

const isInTheLoop = ({ at }: MissionState): boolean => inTheLoop.has(at.phase)

/** At the end the documentation is waited for, then the memory is settled, where anybody said anything. */
function ended(state: MissionState): MissionState {
  if (state.at.phase !== 'document' || state.flights.length > 0 || isStopped(state)) return state
  const left = capReached(state) && state.undocumented.length > 0
  const told = left ? noted(state, 'The documentation was left as it is: the cost cap is reached.') : state
  return !isWorthCurating(told) || capReached(told)
    ? finished(promotingAll(told))
    : { ...told, at: { phase: 'curate', next: null } }
}

const wantsAgent: ReadonlySet<Phase['phase']> = new Set(['plan', 'review', 'orchestrate'])

/** No role is called once the cap is reached, also outside the loop: last touches do not delay the end. */
function capped(state: MissionState): MissionState {
  const { at } = state
  if (!capReached(state) || isCalling(state)) return state
  if (at.phase === 'curate') {
    // Whatever a failed curator waits for, it would not be called again.
    const told = noted({ ...state, hurdle: null }, 'The memory was not curated: the cost cap is reached.')
    return curatedTo(promotingAll(told), at.next)
  }
  if (!wantsAgent.has(at.phase) || isStopped(state)) return state
  // The rules decide what needs no call.
  if (at.phase === 'orchestrate' && !isAboutMoney(nextDecision(state)))
    return { ...state, at: { phase: 'idle' } }
  return escalate(state, { ...capEscalation(state), back: at })
}

const isAboutMoney = (decision: MissionDecision | null): boolean =>
  decision?.name === 'ESCALATE' && decision.isCap

export const curatedTo = (before: MissionState, next: Phase | null): MissionState => {
  const state = { ...before, uncurated: 0 }
  return next === null ? finished(state) : { ...state, at: next }
}

function chosen(state: MissionState, now: number, isRead: boolean): MissionState {
  const { at } = state
  if (state.hurdle !== null || isStopped(state)) return state
  // No call is made for a text that a person has fixed meanwhile.
  if (isStale(state) && (at.phase === 'plan' || at.phase === 'review')) return { ...state, at: reading(at) }
  // What people edited since the end was decided counts: it may not be the end.
  if (isStale(state) && at.phase === 'over' && at.end === 'done') return { ...state, at: reading() }
  if (at.phase !== 'idle') return state
  if (isStale(state) || (!isRead && state.flights.some(isApproved))) return { ...state, at: reading() }
  const decision = nextDecision(state)
  if (decision === null) return state
  // People merge when they like: what that lets be begun is seen before anything is decided.
  if (state.unmerged.length > 0 && !isRead) return { ...state, at: reading() }
  if (state.iteration >= state.iterationLimit) return usedUp(state)
  // Before a person is asked, and at the end, the curator is called anyway.
  const isCurated = state.uncurated >= state.input.curateEvery && isWorthCurating(state)
  if (isCurated && isWork(decision)) return { ...state, at: { phase: 'curate', next: { phase: 'idle' } } }
  return state.input.orchestrator === 'agent' && !isForced(decision) && !capReached(state)
    ? { ...state, at: { phase: 'orchestrate', refused: null } }
    : decided(state, { decision, by: 'rules' }, now)
}

const isWork = ({ name }: MissionDecision): boolean => name === 'NEXT_WORKER' || name === 'NEXT_VALIDATOR'

const usedUp = (state: MissionState): MissionState => {
  const reason = `${counted(state.iteration, 'iteration is', 'iterations are')} used up.`
  return halt(telling(state, 'max-iter', reason), {
    exitCode: exitCode.limitReached,
    reason,
    next: 'Look at harness mission status for what goes in circles; harness resume allows as many again.',
  })
}

/** For the next decision or the plan, but not for a person. */
const canWait: ReadonlySet<DocumentEdit['type']> = new Set(['remember', 'memory-aside'])

/** Nothing stays unwritten while the run is about something else, or has nothing to decide. */
function flushed(state: MissionState): MissionState {
  const { at, outbox, writing } = state
  if (writing !== null || at.phase === 'read' || state.documents === null) return state
  if (at.phase === 'decided') return { ...state, outbox: [], writing: { edits: outbox, decided: at } }
  const isDue = outbox.some(({ type }) => !canWait.has(type) || waitsForDocuments(at))
  return isDue ? { ...state, outbox: [], writing: { edits: outbox, decided: null } } : state
}
