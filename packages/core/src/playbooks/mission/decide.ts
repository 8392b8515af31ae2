/** A mission's commands: what the run itself wants, and what each feature under way wants. Pure and total. */

import { invariant } from '../../kernel/invariant.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { firstStop } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { wakeAt } from '../../work/wakes.ts'
import { isCalled, mayCall, reserving } from './decisions/caps.ts'
import { aheadCommands } from './feature/ahead.ts'
import { flightCommands } from './feature/steps.ts'
import { mainCommands } from './run/phases.ts'
import type { Command } from './state/effects.ts'
import { isStopped, type MissionState, nextWake } from './state/state.ts'
import { missionReport, over } from './telling/ending.ts'

export function decide(state: MissionState): Decision<Command> {
  const commands = [...affordable(state, [...mainCommands(state), ...ofFlights(state)]), ...wake(state)]
  if (commands.length > 0) return perform(...commands)
  const stopped = firstStop([state, ...state.flights])
  if (stopped !== null) return end({ ...stopped.end, report: missionReport(state, stopped.end.reason) })
  invariant(state.at.phase === 'over', `a mission that is not over wants something (${state.at.phase})`)
  return over(state, state.at)
}

const ofFlights = (state: MissionState): readonly Command[] =>
  state.at.phase === 'read' && state.at.isReturning && state.hurdle === null
    ? []
    : state.flights.flatMap((flight) => [...flightCommands(state, flight), ...aheadCommands(state, flight)])

/** Calls that are under way stay. Others begin as far as the caps bear them beside those. */
function affordable(state: MissionState, wanted: readonly Command[]): readonly Command[] {
  let reserved = state
  return wanted.filter(({ type, id }) => {
    if (type !== 'RunAgent' || isCalled(state, id)) return true
    if (!mayCall(reserved, id)) return false
    reserved = reserving(reserved, id)
    return true
  })
}

/** A run that stops does not wait for a window to open. */
const wake = (state: MissionState): readonly Command[] => {
  const due = nextWake(state)
  return due === null || isStopped(state) ? [] : [wakeAt(nextId(state, 'wait', String(due.until)), due)]
}
