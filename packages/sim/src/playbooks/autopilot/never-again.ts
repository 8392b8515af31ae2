import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { Checker, Complaint } from '../../engine/checker.ts'
import { sameValue } from '../../engine/same-value.ts'
import type { AutopilotPlaybook, AutopilotRun } from './autopilot-run.ts'
import { phasesOf } from './input.ts'
import { aboutOf, folding, Issued } from './told.ts'

/**
 * A phase whose record is in the history, or that a person skipped, gets no planner and no executor any more. The history
 * and the decisions only grow, and no record comes twice.
 */
export function neverAgain(playbook: AutopilotPlaybook, input: AutopilotInput): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  const fold = folding(playbook, input)
  const numbers = new Map([...phasesOf(input)].map(([number, { name }]) => [name, number]))
  const over = new Set<number>()
  let phase = 0
  for (const { name } of input.adopted?.history ?? []) over.add(numbers.get(name) ?? 0)

  const grown = (before: AutopilotRun, after: AutopilotRun): Complaint => {
    for (const list of ['history', 'decisions'] as const)
      if (!sameValue(after[list].slice(0, before[list].length), before[list]))
        return `an entry of ${list} was changed`
    for (const { name } of after.history.slice(before.history.length)) {
      const number = numbers.get(name) ?? 0
      if (over.has(number)) return `phase ${number} is completed again`
      over.add(number)
    }
    return null
  }
  const heard = (event: Event): Complaint => {
    issued.hear(event)
    if (event.type === 'GateAnswered' && event.answer.choice === 'skip-phase') over.add(phase)
    if (event.type !== 'CommandIssued') return null
    const { command } = event
    const about = aboutOf(command.id)
    phase = about.phase ?? phase
    const works = command.type === 'RunAgent' && ['skeleton', 'plan', 'execute'].includes(about.does)
    return works && about.phase !== null && over.has(about.phase)
      ? `${command.id} works on a phase that is over`
      : null
  }
  return {
    name: 'never again',
    durable(event) {
      const { before, after } = fold(event)
      return heard(event) ?? grown(before, after)
    },
  }
}
