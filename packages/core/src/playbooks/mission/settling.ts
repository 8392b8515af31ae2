/** Owns what happens by itself once an event is folded: what can go on goes on, and what can be decided is decided. */

import { counted } from '../../kernel/counted.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { halt } from '../../kernel/retrying.ts'
import { capReached, isBlind, isNearCap } from './caps.ts'
import { isAskedBefore } from './checkpoints.ts'
import { isForced, nextDecision } from './decisions.ts'
import { unwritten, writing } from './documents.ts'
import { decided } from './enacting.ts'
import { telling } from './errands.ts'
import { escalate } from './escalating.ts'
import { type Flight, newFlight } from './flight.ts'
import { toMerge } from './keeping.ts'
import { promotingAll } from './memory.ts'
import type { DocumentEdit } from './mission-document.ts'
import { isLanding, isStopped, type MainStep, type MissionState, noted, toStep } from './state.ts'

export const settled = (state: MissionState, at: number): MissionState =>
  flushed(chosen(capped(ended(documenting(merging(dropped(warned(toldUnpriced(state))))))), at))

/** Said once, while something can still be done about it. */
const warned = (state: MissionState): MissionState =>
  state.isWarned || !isNearCap(state)
    ? state
    : telling(
        noted({ ...state, isWarned: true }, 'The cost cap is near.'),
        'cost-warn',
        'The cost cap is near.',
      )

const unpriced =
  'costCapUsd cannot count all calls, because the price of some is unknown. tokenCap counts them too.'

const toldUnpriced = (state: MissionState): MissionState =>
  state.isToldUnpriced || !isBlind(state)
    ? state
    : telling(noted({ ...state, isToldUnpriced: true }, unpriced), 'cost-warn', unpriced)

/** Let go of, and nothing under way: neither a command, nor a wait, nor an open question. */
const dropped = (state: MissionState): MissionState =>
  state.flights.some(isDroppable)
    ? { ...state, flights: state.flights.filter((flight) => !isDroppable(flight)) }
    : state

const isDroppable = ({ isLetGo, step, hurdle }: Flight): boolean =>
  isLetGo && hurdle === null && (step.type === 'rest' || step.type === 'approved')

/** What was validated is merged, unless a person is to be asked before, or has taken it out of the plan by now. */
function merging(state: MissionState): MissionState {
  if (state.changes.length > 0 || !state.isFresh || state.isStale) return state
  const approved = state.flights.find(
    (flight) =>
      flight.step.type === 'approved' &&
      flight.task.type === 'feature' &&
      !flight.isLetGo &&
      flight.hurdle === null &&
      !isAskedBefore(state, flight),
  )
  if (approved === undefined || isAskedAbout(state, approved)) return state
  return toMerge(state, approved)
}

const isAskedAbout = ({ main }: MissionState, { task }: Flight): boolean => {
  if (task.type !== 'feature') return false
  if (main.type === 'gate' && main.about.type === 'checkpoint')
    return main.about.checkpoint.feature === task.id
  return (
    main.type === 'write' &&
    main.decision?.name === 'CHECKPOINT' &&
    main.decision.checkpoint.feature === task.id
  )
}

const inTheLoop: ReadonlySet<MainStep['type']> = new Set([
  'idle',
  'orchestrate',
  'write',
  'gate',
  'smoke',
  'document',
])

/** Documentation follows what has passed, in a lane of its own and one at a time. */
function documenting(state: MissionState): MissionState {
  const docs = state.flights.find(({ task }) => task.type === 'docs')
  if (docs !== undefined)
    return docs.step.type === 'rest' && docs.hurdle === null && !isLanding(state)
      ? toStep(state, docs, { type: 'sync' })
      : state
  if (
    state.undocumented.length === 0 ||
    !inTheLoop.has(state.main.type) ||
    isStopped(state) ||
    capReached(state)
  )
    return state
  const begun = state.dispatched.docs ?? 0
  const task = { type: 'docs', name: `docs-${begun + 1}`, features: state.undocumented } as const
  return {
    ...state,
    dispatched: { ...state.dispatched, docs: begun + 1 },
    flights: [...state.flights, newFlight(task, { type: 'open', next: 'document' })],
  }
}

/** At the end the documentation is waited for, then the memory is settled, where anybody said anything. */
function ended(state: MissionState): MissionState {
  if (state.main.type !== 'document' || state.undocumented.length > 0 || state.flights.length > 0)
    return state
  return state.raw.length === 0
    ? writing(promotingAll(state), { type: 'done' })
    : { ...state, main: { type: 'curate', next: { type: 'done' } } }
}

const wantsAgent: ReadonlySet<MainStep['type']> = new Set(['plan', 'review', 'orchestrate'])

/** No role is called once the cap is reached, also outside the loop: last touches do not delay the end. */
function capped(before: MissionState): MissionState {
  const state = capReached(before) && before.calls.length === 0 ? withoutTouches(before) : before
  if (!capReached(state) || state.calls.length > 0 || !wantsAgent.has(state.main.type) || isStopped(state))
    return state
  const decision = nextDecision(state)
  return decision?.name !== 'ESCALATE'
    ? state
    : escalate(state, {
        why: decision.reason,
        question: decision.question,
        feature: null,
        isCap: true,
        back: state.main,
      })
}

function withoutTouches(state: MissionState): MissionState {
  const { main } = state
  if (main.type === 'document' && state.undocumented.length > 0)
    return ended(
      noted({ ...state, undocumented: [] }, 'The documentation was left as it is: the cost cap is reached.'),
    )
  if (main.type !== 'curate') return state
  // Whatever a failed curator waits for, it would not be called again.
  const told = noted({ ...state, hurdle: null }, 'The memory was not curated: the cost cap is reached.')
  return writing(promotingAll(told), main.next)
}

const hasApproved = ({ flights }: MissionState): boolean =>
  flights.some(({ step, hurdle }) => step.type === 'approved' && hurdle === null)

function chosen(state: MissionState, at: number): MissionState {
  const { main } = state
  if (state.hurdle !== null || isStopped(state)) return state
  // No call is made for a text that a person has fixed meanwhile.
  if (state.isStale && (main.type === 'plan' || main.type === 'review'))
    return { ...state, main: { type: 'read', back: main } }
  if (main.type !== 'idle') return state
  if (state.isStale || (!state.isFresh && hasApproved(state))) return { ...state, main: { type: 'read' } }
  const decision = nextDecision(state)
  if (decision === null) return state
  // People merge when they like: what that lets be begun is seen before anything is decided.
  if (state.unmerged.length > 0 && !state.isFresh) return { ...state, main: { type: 'read' } }
  if (state.iteration >= state.iterationLimit) return usedUp(state)
  return state.input.orchestrator === 'agent' && !isForced(decision)
    ? { ...state, main: { type: 'orchestrate', refused: null } }
    : decided(state, decision, 'rules', at)
}

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

/** No program works any more, and the run waits or stops: after one more look, what changes is a person's word. */
const isLeaving = ({ main, hurdle, flights, watched, atWork }: MissionState): boolean =>
  watched.length > 0 &&
  atWork.length === 0 &&
  (main.type === 'gate' || hurdle !== null || flights.some((flight) => flight.hurdle !== null))

/** Nothing stays unwritten while the run is about something else, or has nothing to decide. */
function flushed(state: MissionState): MissionState {
  const { main, outbox, flushing } = state
  const isWriting = ['write', 'read', 'look', 'open'].includes(main.type)
  const isDue = outbox.some(({ type }) => !canWait.has(type) || main.type === 'gate') || isLeaving(state)
  if (!isDue || flushing !== null || isWriting || state.documents === null) return state
  return { ...state, outbox: [], flushing: unwritten(outbox) }
}
