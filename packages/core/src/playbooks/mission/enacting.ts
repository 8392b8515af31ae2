/** Owns what each decision means: the changes in the documents that it is written down with, and what follows. */

import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { looked } from './changed-by-others.ts'
import type { MissionDecision } from './decisions.ts'
import { edited, type FoundPapers, unwritten, withWriting } from './documents.ts'
import { documentOf, eachPaper, papers } from './edit-mission.ts'
import { hookFirst, telling, withHook } from './errands.ts'
import { asked, escalated, withEscalation } from './escalating.ts'
import { featureNamed, statedClaims } from './features.ts'
import { converting, withoutUnwritten } from './fixes.ts'
import { type Flight, newFlight } from './flight.ts'
import { checkpointGate, planDigest } from './gates.ts'
import { toLanding } from './landing.ts'
import type { DocumentEdit } from './mission-document.ts'
import { doneText } from './passed.ts'
import { looping } from './planning.ts'
import { reconciled } from './reconcile.ts'
import { firingOf, withFiring } from './refused.ts'
import { outdated } from './shown-content.ts'
import {
  type Escalating,
  flightOf,
  type MainStep,
  type MissionState,
  noted,
  type Writing,
  withFlight,
} from './state.ts'

/** Writes the decision down, with everything that was still to be written. It counts as an iteration. */
export function decided(
  state: MissionState,
  decision: MissionDecision,
  by: 'rules' | 'agent',
  at: number,
): MissionState {
  const counted = withDecision({ ...state, iteration: state.iteration + 1 }, decision, at)
  return {
    ...counted,
    outbox: [],
    main: { type: 'write', decision, by, ...unwritten(counted.outbox), next: { type: 'enact' } },
  }
}

const wantingAll = (state: MissionState, edits: readonly DocumentEdit[]): MissionState => ({
  ...state,
  outbox: [...state.outbox, ...edits],
  documents: state.documents === null ? null : edited(state.documents, edits),
})

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
          : ({
              status: 'in_progress',
              attempts: feature.attempts + (isConflicted(state, id) ? 0 : 1),
            } as const)
      return wantingAll(state, [{ type: 'feature', id, was: feature.status, set }])
    }
    case 'CONVERTED': {
      const { edits, converted } = converting(state)
      return wantingAll({ ...state, converted }, edits)
    }
    case 'CHECKPOINT': {
      const { checkpoint, reason } = decision
      const fired = firingOf(state, checkpoint, reason, at)
      return wantingAll(withFiring(state, fired), [{ type: 'checkpoint', checkpoint: fired }])
    }
    case 'ESCALATE':
      return withEscalation(state, escalatingOf(decision))
    case 'DONE':
      // What an earlier run asked is of the past.
      return wantingAll(state, [{ type: 'escalation-settled' }])
    case 'NEXT_ARCHITECT':
      return state
  }
}

/** Resolving a conflict is no attempt: nobody failed. */
const isConflicted = (state: MissionState, id: string): boolean => {
  const step = flightOf(state, id)?.step
  return step?.type === 'rest' && step.why === 'conflicted'
}

const escalatingOf = ({
  reason,
  question,
  feature,
  isCap,
  merges,
  changes,
}: Extract<MissionDecision, { name: 'ESCALATE' }>): Escalating => ({
  why: reason,
  question,
  feature,
  isCap,
  ...(merges === undefined ? {} : { merges }),
  ...(changes === undefined ? {} : { changes }),
  back: { type: 'idle' },
})

type Write = Extract<MainStep, { type: 'write' }>

const writingIn = ({ flushing, main }: MissionState, isFlush: boolean): Writing | null =>
  isFlush ? flushing : main.type === 'write' ? main : null

/** No file has this digest: the next reading brings the document, and misses it if it is gone by then. */
const changedByOthers = 'changed'

/** If the documents differ by more than these edits from what the run knows, they are read before anything else. */
export function documentsEdited(
  state: MissionState,
  { digests, refused }: DocumentsEdited,
  isFlush: boolean,
): MissionState {
  const writing = writingIn(state, isFlush)
  if (writing === null) return state
  const unmade = new Set(refused.flatMap(({ edit }) => documentsIn(writing.edits[edit])))
  const isOther = (name: string): boolean => unmade.has(name) || digests[name] === null
  const known = eachPaper((name) =>
    isOther(name) ? changedByOthers : (digests[name] ?? state.digests[name]),
  )
  if (refused.length === 0 && !papers.some(isOther)) {
    const same = eachPaper((name) => ({ digest: known[name] ?? '', changed: null }))
    return written(state, { ...writing, refused }, same, isFlush)
  }
  const { main } = state
  return {
    ...state,
    digests: { ...state.digests, ...known },
    flushing: isFlush ? { ...writing, refused } : state.flushing,
    main: !isFlush && main.type === 'write' ? { ...main, refused } : main,
  }
}

/** A plan is both of them. */
const documentsIn = (edit: DocumentEdit | undefined): readonly string[] =>
  edit === undefined ? [] : edit.type === 'plan' ? ['features', 'contract'] : [documentOf[edit.type]]

export function documentsReread(state: MissionState, found: FoundPapers, isFlush: boolean): MissionState {
  const writing = writingIn(state, isFlush)
  return writing === null ? state : written(state, writing, found, isFlush)
}

function written(
  before: MissionState,
  { edits, refused }: Writing,
  found: FoundPapers,
  isFlush: boolean,
): MissionState {
  const { main } = before
  const unmade = new Set(refused?.map(({ edit }) => edit))
  const made = edits.filter((_, at) => !unmade.has(at))
  const left = edits.filter((_, at) => unmade.has(at))
  const pending = isFlush && main.type === 'write' ? main.edits : []
  const now = withWriting(isFlush ? { ...before, flushing: null } : before, found, made, pending)
  const known = reconciled(
    noted(
      withoutUnwritten(looked(before, now, made), left),
      ...(refused ?? []).map(({ detail }) => `Not written down: ${detail}.`),
    ),
    before.isReturning,
  )
  if (isFlush || main.type !== 'write')
    return isOverruled(found) ? { ...known, main: outdated(known.main) } : known
  const isIntact = main.decision !== null && known.changes.length === 0
  const state: MissionState = {
    ...known,
    main: { type: 'idle' },
    intactAt: isIntact ? known.iteration : known.intactAt,
  }
  switch (main.next.type) {
    case 'idle':
      return state
    case 'review':
      return { ...state, main: { type: 'review' } }
    case 'loop':
      return looping(state)
    case 'rejected':
      return deskLeft(telling(state, 'escalate', main.next.why), {
        type: 'over',
        end: 'rejected',
        why: main.next.why,
      })
    case 'done':
      return state.changes.length > 0 ? state : finished(state)
    case 'escalation':
      return escalated(state, main.next.escalation)
    case 'ask':
      return asked(state, main.next.escalation)
    case 'enact':
      return enacted(state, main, left, found)
  }
}

const finished = (state: MissionState): MissionState => {
  const why = doneText(state)
  return deskLeft(telling(state, 'done', why), { type: 'over', end: 'done', why })
}

/** In the repository's own checkout there is nothing to give up. */
const deskLeft = (state: MissionState, next: Extract<MainStep, { type: 'close' }>['next']): MissionState => ({
  ...state,
  main: state.desk !== null ? { type: 'close', next } : next,
})

/** Others have changed the plan since the look before. */
const isOverruled = ({ features, contract }: FoundPapers): boolean =>
  features.changed !== null || contract.changed !== null

/** What people did meanwhile may have made the decision pointless; then it is taken again. */
function enacted(
  state: MissionState,
  { decision }: Write,
  left: readonly DocumentEdit[],
  found: FoundPapers,
): MissionState {
  if (decision === null) return state
  switch (decision.name) {
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR':
    case 'NEXT_ARCHITECT': {
      const isRefused = left.some((one) => one.type === 'feature' && one.id === decision.feature)
      // What became pointless, or can no longer be shown, is decided about again.
      const isPointless =
        isRefused || state.changes.length > 0 || statedClaims(state, decision.feature) === null
      return isPointless ? state : dispatched(state, decision.name, decision.feature)
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
      return { ...told, main: { type: 'gate', about: { type: 'checkpoint', checkpoint }, gate } }
    }
    case 'ESCALATE':
      return isOverruled(found) && !decision.isCap ? state : escalated(state, escalatingOf(decision))
    case 'DONE':
      return isOverruled(found) ? state : ending(state)
  }
}

/** The smoke test is a gate before everything else that comes at the end. */
const ending = (state: MissionState): MissionState =>
  state.input.smoke?.onDone === true
    ? deskLeft(state, { type: 'open', next: 'smoke' })
    : { ...state, main: { type: 'document' } }

function dispatched(
  state: MissionState,
  name: 'NEXT_WORKER' | 'NEXT_VALIDATOR' | 'NEXT_ARCHITECT',
  id: string,
): MissionState {
  const flight = flightOf(state, id)
  if (flight?.isLetGo === true) return state
  if (name === 'NEXT_VALIDATOR' && flight !== undefined) return toLanding(state, flight)
  if (featureNamed(state, id) === undefined) return state
  if (name === 'NEXT_VALIDATOR') {
    const again = newFlight({ type: 'feature', id }, { type: 'open', next: 'land' })
    return { ...state, flights: [...state.flights, again] }
  }
  const next =
    name === 'NEXT_WORKER' ? 'work' : flight === undefined || isAsking(flight) ? 'architect' : 'debug'
  const begun = flight ?? newFlight({ type: 'feature', id }, { type: 'open', next })
  const led = next === 'work' ? hookFirst(state, begun, 'pre-worker', id) : begun
  const step = led.lane === null ? ({ type: 'open', next } as const) : ({ type: next } as const)
  const sent: Flight = { ...led, step }
  return flight === undefined ? { ...state, flights: [...state.flights, sent] } : withFlight(state, sent)
}

/** A question needs no debugger, and one debugger is enough. */
const isAsking = ({ step, debugNotes }: Flight): boolean =>
  debugNotes !== null || (step.type === 'rest' && step.why === 'ambiguous')
