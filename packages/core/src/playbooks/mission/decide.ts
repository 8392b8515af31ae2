/** A mission's commands: what the run itself wants, and what each feature under way wants. Pure and total. */

import { invariant } from '../../kernel/invariant.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { firstStop } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { wakeAt } from '../../work/wakes.ts'
import { mayCall } from './caps.ts'
import { isQuiet } from './changed-by-others.ts'
import type { Command } from './effects.ts'
import { over } from './ending.ts'
import { flightCommands } from './flight-commands.ts'
import { mainCommands } from './main-commands.ts'
import { missionReport } from './report.ts'
import { isStopped, type MissionState } from './state.ts'
import { nextWake } from './wakes.ts'

export function decide(state: MissionState): Decision<Command> {
  const all = [...mainCommands(state), ...state.flights.flatMap((flight) => flightCommands(state, flight))]
  const wanted = state.isReturning ? all.filter(({ type }) => isQuiet(type)) : all
  const commands = [...affordable(state, wanted), ...wake(state)]
  if (commands.length > 0) return perform(...commands)
  const stopped = firstStop([state, ...state.flights])
  if (stopped !== null) return end({ ...stopped.end, report: missionReport(state, stopped.end.reason) })
  invariant(state.main.type === 'over', `a mission that is not over wants something (${state.main.type})`)
  return over(state, state.main)
}

/**
 * Calls that are under way stay. Under a cap others wait until they have ended, and after a grant of what others changed
 * until that is read: what a new one wrote would be taken with it.
 */
function affordable(state: MissionState, wanted: readonly Command[]): readonly Command[] {
  const underWay = [...state.calls]
  return wanted.filter((command) => {
    if (command.type !== 'RunAgent' || state.calls.includes(command.id)) return true
    if (state.isTaking || !mayCall(state, underWay)) return false
    underWay.push(command.id)
    return true
  })
}

/** A run that stops does not wait for a window to open. */
const wake = (state: MissionState): readonly Command[] => {
  const due = nextWake(state)
  return due === null || isStopped(state) ? [] : [wakeAt(nextId(state, 'wait', String(due.until)), due)]
}
