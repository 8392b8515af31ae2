/** Owns what each decision means: the changes in the documents that it is written down with, and what follows. */

import { firingOf, withFiring } from '../decisions/checkpoints.ts'
import { converting } from '../decisions/fixes.ts'
import { featureNamed, statedClaims } from '../documents/features.ts'
import { wanting } from '../documents/known-documents.ts'
import { doneText } from '../documents/passed.ts'
import { toLanding } from '../feature/landing.ts'
import type { EscalateDecision, MissionDecision } from '../state/decision.ts'
import { type Flight, newFlight } from '../state/flight.ts'
import { isStale } from '../state/mission-contents.ts'
import type { DocumentEdit } from '../state/mission-document.ts'
import { type Decided, type Escalating, flightOf, type MissionState, toStep } from '../state/state.ts'
import { hookFirst, telling, withHook } from '../telling/errands.ts'
import { escalated, withEscalation } from '../telling/escalating.ts'
import { checkpointGate, planDigest } from '../telling/gates.ts'

/** Writes the decision down, with everything that was still to be written. It counts as an iteration. */
export function decided(state: MissionState, { decision, by }: Decided, at: number): MissionState {
  const counted = withDecision({ ...state, iteration: state.iteration + 1 }, decision, at)
  return { ...counted, at: { phase: 'decided', decision, by } }
}

/** What is written down with the decision: if a person has written something else, it is pointless. */
function withDecision(state: MissionState, decision: MissionDecision, at: number): MissionState {
  switch (decision.name) {
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR': {
      const { feature: id } = decision
      const feature = featureNamed(state, id)
      if (feature === undefined) return state
      const set =
        decision.name === 'NEXT_VALIDATOR'
          ? ({ status: 'validating' } as const)
          : ({ status: 'in_progress', attempts: feature.attempts + 1 } as const)
      return wanting(state, { type: 'feature', id, was: feature.status, set })
    }
    case 'CONVERTED':
      return wanting(state, ...converting(state))
    case 'CHECKPOINT': {
      const { checkpoint, reason } = decision
      const fired = firingOf(state, checkpoint, reason, at)
      return wanting(withFiring(state, fired), { type: 'checkpoint', checkpoint: fired })
    }
    case 'ESCALATE':
      return withEscalation(state, escalatingOf(decision))
    case 'DONE':
      // What an earlier run asked is of the past.
      return wanting(state, { type: 'escalation-settled' })
    case 'NEXT_ARCHITECT':
      return state
  }
}

const escalatingOf = (decision: EscalateDecision): Escalating => ({ ...decision, back: { phase: 'idle' } })

/** It is written down. If people edited what it is about meanwhile, it is pointless, and another one is made. */
export function enacted(
  before: MissionState,
  { decision }: Decided,
  refused: readonly DocumentEdit[],
): MissionState {
  const state: MissionState = { ...before, at: { phase: 'idle' } }
  switch (decision.name) {
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR':
    case 'NEXT_ARCHITECT': {
      const { name, feature: id } = decision
      const isPointless =
        refused.some((edit) => edit.type === 'feature' && edit.id === id) || statedClaims(state, id) === null
      return isPointless ? state : dispatched(state, name, id)
    }
    case 'CONVERTED':
      return state
    case 'CHECKPOINT': {
      const { checkpoint, reason } = decision
      const told = withHook(
        telling(state, 'checkpoint', `${checkpoint.name}: ${reason}`),
        'on-checkpoint-fired',
        checkpoint.feature,
      )
      const trigger = state.input.checkpoints.find(({ name }) => name === checkpoint.name)?.triggerOn
      const digest = trigger === 'post-planner' ? planDigest(state) : null
      const gate = checkpointGate(checkpoint, reason, digest)
      return { ...told, at: { phase: 'gate', about: { type: 'checkpoint', checkpoint }, gate } }
    }
    case 'ESCALATE':
      return isStale(state) && !decision.isCap ? state : escalated(state, escalatingOf(decision))
    case 'DONE':
      return isStale(state) ? state : ending(state)
  }
}

/** The smoke test is a gate before everything else that comes at the end. */
const ending = (state: MissionState): MissionState => ({
  ...state,
  at: state.input.smoke?.onDone === true ? { phase: 'smoke', isOpen: false } : { phase: 'document' },
})

/** Everything is looked after: the last changes are written, and the mission is over. */
export const finished = (state: MissionState): MissionState => {
  const why = doneText(state)
  return { ...telling(state, 'done', why), at: { phase: 'over', end: 'done', why } }
}

function dispatched(
  state: MissionState,
  name: 'NEXT_WORKER' | 'NEXT_VALIDATOR' | 'NEXT_ARCHITECT',
  id: string,
): MissionState {
  const known = flightOf(state, id)
  if (known?.isLetGo === true) return state
  const flight = known ?? newFlight({ type: 'feature', id }, { type: 'work' })
  switch (name) {
    case 'NEXT_VALIDATOR':
      return toLanding(state, flight)
    case 'NEXT_ARCHITECT':
      return toStep(state, flight, { type: known === undefined || isAsking(flight) ? 'architect' : 'debug' })
    case 'NEXT_WORKER':
      return toStep(state, hookFirst(state, flight, 'pre-worker', id), { type: 'work' })
  }
}

/** A question needs no debugger, and one debugger is enough. */
const isAsking = ({ step, debugNotes }: Flight): boolean =>
  debugNotes !== null || (step.type === 'rest' && step.why === 'ambiguous')
