/** How each event changes a mission. Pure and total: an event that means nothing here changes nothing. */

import { settle } from '../../kernel/budget-ledger.ts'
import { counted } from '../../kernel/counted.ts'
import { isOutcome } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isGivenUp } from '../../kernel/given-up.ts'
import { phaseOf, subjectIn } from '../../kernel/ids.ts'
import { recovered } from '../../kernel/retrying.ts'
import { liftStop } from '../../work/attempts.ts'
import { countEnd } from '../../work/dispatch.ts'
import { driven, lookBegan, programBegan } from '../../work/watch.ts'
import { mainAnswered } from './answered.ts'
import { mayCall, withLost, withPrice } from './caps.ts'
import { isQuiet, returning } from './changed-by-others.ts'
import type { Command, Event, Outcome } from './effects.ts'
import { documentsEdited, documentsReread } from './enacting.ts'
import { errandNote } from './errands.ts'
import { type Flight, isMerging, subjectOf } from './flight.ts'
import { flown } from './flight-events.ts'
import { blockedBy } from './given-up.ts'
import { ofTheRun, readAgain } from './run-events.ts'
import { settled } from './settling.ts'
import {
  flightOf,
  type MissionState,
  mainSubject,
  noted,
  renumbered,
  withFlight,
  withoutFlight,
} from './state.ts'
import { woken } from './wakes.ts'

export function evolve(state: MissionState, event: Event): MissionState {
  switch (event.type) {
    case 'RunStarted':
      return driven(state, event, [])
    case 'RunEnded':
      if (isGivenUp(event.end)) return blockedBy(state, event.end.reason)
      // A resume allows as many again only if the person knew that they are used up.
      return event.end.exitCode === exitCode.limitReached
        ? { ...state, iterationLimit: state.iterationLimit + state.input.maxIterations }
        : state
    case 'CommandIssued':
      return issued(state, event.command)
    case 'RunInterrupted':
      return {
        ...state,
        spent: event.spent.reduce((sum, { spending }) => settle(sum, spending), state.spent),
        charged: [...state.charged, ...event.spent.map(({ commandId }) => commandId)],
      }
    case 'RunResumed':
      return returning(
        settled(resumed(driven({ ...state, notesSaid: state.notes.length }, event, state.atWork)), event.at),
      )
    default:
      return isOutcome(event) ? came(state, event) : state
  }
}

function came(before: MissionState, event: Outcome): MissionState {
  const state = settled(looked(ended(numbered(before, event), event), event), event.at)
  const isGoingOn = event.type === 'GateAnswered' && before.atWork.length === 0
  return isGoingOn && state.main.type !== 'over' ? returning(state) : state
}

function issued(state: MissionState, { type, id }: Command): MissionState {
  if (type === 'ReadDocuments' || type === 'EditDocuments') return lookBegan(state, state.atWork)
  if (isQuiet(type)) return state
  const calls = type === 'RunAgent' ? [...state.calls, id] : state.calls
  return programBegan({ ...state, calls, atWork: [...state.atWork, id] }, id)
}

const looked = (state: MissionState, { type }: Outcome): MissionState => {
  const isFresh = type === 'BaseLooked'
  return state.isFresh === isFresh ? state : { ...state, isFresh }
}

function numbered(state: MissionState, event: Outcome): MissionState {
  const dispatched = countEnd(state.dispatched, event.commandId)
  const without = (ids: readonly string[]): readonly string[] =>
    ids.includes(event.commandId) ? ids.filter((id) => id !== event.commandId) : ids
  const ended = {
    ...state,
    dispatched,
    calls: without(state.calls),
    atWork: without(state.atWork),
    // The grant does not cover what it wrote between the grant and the reading.
    isTaking: state.isTaking && !state.atWork.includes(event.commandId),
  }
  return 'spending' in event
    ? withPrice({ ...ended, spent: settle(state.spent, event.spending) }, event.commandId, event.spending)
    : ended
}

/** Who is meant: the run itself, a feature under way, or a moment that was waited for. */
function ended(state: MissionState, event: Outcome): MissionState {
  const phase = phaseOf(event.commandId)
  const subject = subjectIn(event.commandId)
  if (event.type === 'TimerFired') return woken(state, Number(subject))
  const flight = flightOf(state, subject)
  if (flight?.isLetGo === true) return endedDropped(state, flight, event)
  if (event.type === 'HookRan' || event.type === 'Notified') {
    const told = errandNote(state, event)
    return flight === undefined
      ? { ...told, errands: told.errands.slice(1) }
      : withFlight(told, { ...flight, errands: flight.errands.slice(1) })
  }
  if (flight !== undefined) return flown(state, flight, event)
  if (event.type === 'DocumentsEdited') return documentsEdited(state, event, phase === 'flush')
  if (event.type === 'DocumentsRead' && phase !== 'read')
    return documentsReread(state, event.documents, phase === 'flush')
  if (event.type === 'GateAnswered') return isOpen(state, subject) ? mainAnswered(state, event) : state
  return subject === mainSubject ? ofTheRun(state, event) : state
}

/** A dropped feature ends with what was under way for it. Only a merge still counts. */
function endedDropped(state: MissionState, flight: Flight, event: Outcome): MissionState {
  if (!isMerging(flight)) return withoutFlight(state, flight)
  const next = flown(state, flight, event)
  const now = flightOf(next, subjectOf(flight.task))
  return now === undefined || (isMerging(now) && now.hurdle?.type !== 'gate')
    ? next
    : withoutFlight(next, now)
}

/** The gate of a feature that was dropped is closed: an answer to it is not for the run. */
const isOpen = ({ main }: MissionState, subject: string): boolean =>
  subject === mainSubject || (main.type === 'gate' && main.gate.name === subject)

/** A call that was in flight when the process died cost an unknown amount. */
function withLostCalls(before: MissionState): MissionState {
  const died = before.calls.filter((id) => !before.charged.includes(id))
  const state = died.reduce(withLost, { ...before, charged: [] })
  return died.length === 0
    ? state
    : noted(
        state,
        `${counted(died.length, 'agent')} died with the process; what that cost is not known, and is held against the caps.`,
      )
}

/** What was stopped goes on; calls that died with their process are begun again as far as the caps bear them. */
function resumed(before: MissionState): MissionState {
  const state = readAgain(withLostCalls(before))
  const goingOn: MissionState = {
    ...recovered(state, 'voidAnswer'),
    hurdle: state.hurdle?.type === 'stop' ? null : state.hurdle,
    isStale: true,
    isUnwritable: false,
    flights: state.flights.map((flight) => liftStop(flight, 'voidAnswer', 'laneGone')),
  }
  let next: MissionState = { ...goingOn, calls: [] }
  // Who is not called at once waits for their turn.
  for (const id of goingOn.calls)
    next = mayCall(next, next.calls) ? { ...next, calls: [...next.calls, id] } : renumbered(next, id)
  return next
}
