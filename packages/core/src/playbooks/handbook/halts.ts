/** Owns what a halt does to a handbook's run, and to the work that is under way beside it. */
import { firstStop } from '../../work/attempts.ts'
import { lastMessage } from './failed-work.ts'
import { isLimit } from './limits.ts'
import {
  type Ending,
  type Flight,
  type HandbookState,
  isIdle,
  keptViolation,
  leftBehind,
  letGo,
  noted,
  shutting,
  subjectOf,
  withFlight,
  withoutFlight,
} from './state.ts'

/** Nothing new is begun; what is under way beside comes to its end first. */
export function halted(before: HandbookState, ending: Ending, at: number): HandbookState {
  if (before.ending !== null) return before
  const state = before.flights.filter(({ hurdle }) => hurdle !== null).reduce(leftBehind, before)
  const isDone = ending.reason === 'all_done'
  return {
    ...state,
    ending,
    flights: state.flights.flatMap(unhindered),
    iteration: {
      ...state.iteration,
      // Limits end the run between two prompts, and the end of the handbook is no prompt's.
      ...(isDone || isLimit(ending.reason)
        ? {}
        : { iteration: state.iteration.iteration + 1, lastOutcome: 'fail' as const }),
      lastStepAt: at,
      status: isDone ? 'done' : 'halted',
      terminationReason: ending.reason,
    },
  }
}

/** No work waits at a hurdle after the end; an idle lane is closed first. */
function unhindered(flight: Flight): readonly Flight[] {
  if (flight.hurdle === null) return [flight]
  const isOpen = isIdle(flight) && flight.step.type !== 'shut'
  return isOpen ? [shutting({ ...flight, hurdle: null, violation: null }, { type: 'gone' })] : []
}

/** Stopped until a person has fixed the cause; the same run can then be resumed. */
export const stoodStill = (state: HandbookState, at: number): HandbookState =>
  state.ending !== null
    ? state
    : {
        ...state,
        iteration: {
          ...state.iteration,
          iteration: state.iteration.iteration + 1,
          lastOutcome: 'fail',
          lastStepAt: at,
          status: 'halted',
        },
      }

export const goingOn = (state: HandbookState): HandbookState =>
  state.ending === null ? { ...state, iteration: { ...state.iteration, status: 'running' } } : state

/** Halts because of this piece of work: its lane stays for people to look at, unless there is nothing in it. */
export function haltedBy(state: HandbookState, flight: Flight, ending: Ending, at: number): HandbookState {
  if (state.ending !== null)
    return noted(letGo(state, flight), `${subjectOf(flight.task)} was not done: ${ending.failureMode}`)
  const kept = keptViolation(state, flight)
  return isIdle(flight)
    ? withFlight(kept, shutting({ ...flight, violation: null }, { type: 'halt', ending }))
    : halted(withoutFlight(kept, flight), ending, at)
}

/** What the report of a halt tells, whatever halted it. */
export type HaltTold = Omit<Ending, 'reason'> & { readonly reason: string }

/** What keeps the run from going on; null if nothing does. */
export function standstill(state: HandbookState): HaltTold | null {
  const { hurdle, flights } = state
  const [stopped] = flights.filter((flight) => flight.hurdle?.type === 'stop')
  const stop = firstStop([state, ...flights])
  if (stop === null) return null
  const { reason, next } = stop.end
  return {
    reason: 'stopped',
    promptId: hurdle === null && stopped !== undefined ? subjectOf(stopped.task) : null,
    failureMode: reason,
    sections: hurdle === null && stopped !== undefined ? [lastMessage(stopped)] : [],
    suggestion: next,
  }
}
