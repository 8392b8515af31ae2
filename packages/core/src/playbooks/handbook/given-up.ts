/** Owns how a handbook's run ends that a person gives up: boxes and records stay, and so does what was under way. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { stop } from '../../kernel/hurdle.ts'
import { handbookReport } from './report.ts'
import { type HandbookState, keptViolation } from './state.ts'

/** Null once it has come to its end: what is left to do then is done by going on. */
export function givenUp(state: HandbookState, by: string, reason: string): RunEnd | null {
  if (state.ending !== null) return null
  const left = state.flights.flatMap((flight) =>
    flight.lane === null ? [] : [`${flight.lane.path} (${flight.lane.branch})`],
  )
  const next = [
    ...(left.length === 0
      ? []
      : [`Unfinished work stays in place, and a new run does not use it: ${left.join(', ')}.`]),
    'Every ticked box stays ticked; carry out the others in a new run: harness handbook',
  ].join(' ')
  return givenUpEnd({
    by,
    reason,
    next,
    report: (why) => handbookReport(withoutWork(state, why, next, state.iteration.lastStepAt), why),
  })
}

/** The sidecar shows a halt. */
export const blockedBy = (state: HandbookState, { reason, next }: RunEnd, at: number): HandbookState =>
  withoutWork(state, reason, next, at)

const withoutWork = (state: HandbookState, reason: string, next: string, at: number): HandbookState => ({
  ...state.flights.reduce(keptViolation, state),
  flights: [],
  hurdle: stop({ exitCode: exitCode.halted, reason, next }),
  iteration: { ...state.iteration, status: 'halted', lastStepAt: at },
})
