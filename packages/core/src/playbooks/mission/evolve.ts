/** How each event changes a mission. Pure and total: an event that means nothing here changes nothing. */

import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import { isOutcome } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isGivenUp } from '../../kernel/given-up.ts'
import { subjectIn } from '../../kernel/ids.ts'
import { recovered } from '../../kernel/retrying.ts'
import { liftStop } from '../../work/attempts.ts'
import { countEnd } from '../../work/dispatch.ts'
import { afterDeath, capReached, paidFor, settled as priced, reserving } from './decisions/caps.ts'
import { documentsEdited, refusedIn } from './documents/known-documents.ts'
import { toldSoFar } from './documents/memory.ts'
import { aheadCame, isAboutAhead } from './feature/ahead.ts'
import { flown } from './feature/steps.ts'
import { blockedBy } from './given-up.ts'
import { mainAnswered } from './run/answered.ts'
import { enacted } from './run/enacting.ts'
import { mainCame, readAgain } from './run/phases.ts'
import { settled } from './run/settling.ts'
import type { Event, Outcome } from './state/effects.ts'
import { isMerging } from './state/flight.ts'
import {
  behindReading,
  flightOf,
  type MissionState,
  mainSubject,
  reading,
  renumbered,
  unanswered,
  withFlight,
  withoutFlight,
  woken,
} from './state/state.ts'
import { errandNote } from './telling/errands.ts'

export function evolve(state: MissionState, event: Event): MissionState {
  switch (event.type) {
    case 'RunStarted':
      return { ...state, confined: event.confined ?? false }
    case 'RunEnded':
      if (isGivenUp(event.end)) return blockedBy(state, event.end.reason)
      // A resume allows as many again only if the person knew that they are used up.
      return event.end.exitCode === exitCode.limitReached
        ? { ...state, iterationLimit: state.iterationLimit + state.input.maxIterations }
        : state
    case 'CommandIssued':
      return event.command.type === 'RunAgent'
        ? toldSoFar(reserving(state, event.command.id), event.command)
        : state
    case 'RunInterrupted':
      return event.spent.reduce((sum, { commandId, spending }) => paidFor(sum, commandId, spending), state)
    case 'RunResumed': {
      const { confined = false } = event
      return settled(resumed({ ...state, confined, notesSaid: state.notes.length }), event.at, false)
    }
    default:
      return isOutcome(event) ? came(state, event) : state
  }
}

const came = (state: MissionState, event: Outcome): MissionState =>
  settled(heard(counted(state, event), event), event.at, event.type === 'BaseLooked')

function counted(state: MissionState, event: Outcome): MissionState {
  const { commandId } = event
  const ended = { ...state, dispatched: countEnd(state.dispatched, commandId) }
  return 'spending' in event ? priced(ended, commandId, event.spending) : unanswered(ended, commandId)
}

/** Who is meant: the run itself, a feature under way, or a moment that was waited for. */
function heard(state: MissionState, event: Outcome): MissionState {
  const subject = subjectIn(event.commandId)
  if (event.type === 'TimerFired') return woken(state, Number(subject))
  const flight = flightOf(state, subject)
  if (event.type === 'HookRan' || event.type === 'Notified') {
    const told = errandNote(state, event)
    return flight === undefined
      ? { ...told, errands: told.errands.slice(1) }
      : withFlight(told, { ...flight, errands: flight.errands.slice(1) })
  }
  if (flight !== undefined && isAboutAhead(event.commandId)) return aheadCame(state, flight, event)
  if (flight?.isLetGo === true && !isMerging(flight)) return withoutFlight(state, flight)
  if (flight !== undefined) return flown(state, flight, event)
  if (event.type === 'DocumentsEdited') return written(state, event)
  if (event.type === 'GateAnswered') return isOpen(state, subject) ? mainAnswered(state, event) : state
  return subject === mainSubject ? mainCame(state, event) : state
}

/** A decision is enacted once it is written down. */
function written(before: MissionState, event: DocumentsEdited): MissionState {
  const decision = before.writing?.decided ?? null
  const state = documentsEdited(before, event)
  return decision === null
    ? state
    : behindReading(state, (at) => enacted(at, decision, refusedIn(before, event.refused)))
}

/** An answer to a gate that is closed is not for the one that is open. */
function isOpen({ at }: MissionState, subject: string): boolean {
  const open = at.phase === 'read' ? at.next : at
  return subject === mainSubject || (open?.phase === 'gate' && open.gate.name === subject)
}

/** What was stopped goes on, once it is read what people did meanwhile; beyond a cap no call is repeated. */
function resumed(stopped: MissionState): MissionState {
  const before = afterDeath(stopped)
  const calls = capReached(before) ? Object.keys(before.reserved) : []
  const state = readAgain(calls.reduce(renumbered, before))
  const { at, hurdle } = state
  const next = at.phase === 'read' ? at.next : at
  return {
    ...recovered(state, 'voidAnswer'),
    hurdle: hurdle?.type === 'stop' ? null : hurdle,
    at: at.phase === 'over' ? at : reading(next, true),
    flights: state.flights.map((flight) => liftStop(flight, 'voidAnswer')),
  }
}
