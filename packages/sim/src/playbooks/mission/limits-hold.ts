import { type Spending, tokensOf } from '@harness/core/kernel/agent'
import { isGranted } from '@harness/core/kernel/gate-answer'
import { subjectIn } from '@harness/core/kernel/ids'
import type { Command, Event, Outcome } from '@harness/core/playbooks/mission/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

const units = ['usd', 'tokens'] as const

/** Told from the journal alone: attempts and iterations hold, and no cap is passed by more than one call. */
export function limitsHold({ maxIterations, attempts, caps }: MissionInput): Checker<MissionState, Event> {
  const workers = new Map<string, number>()
  /** A conflict sends a worker back without counting as an attempt, thrice at the most. */
  const conflicts = new Map<string, number>()
  const count = (counts: Map<string, number>, { commandId }: Outcome): string => {
    const subject = subjectIn(commandId)
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
    return subject
  }
  const spent = { usd: 0, tokens: 0 }
  let iterations = maxIterations
  let allowance = 1

  /** The call that reaches a cap may pass it, by whatever it costs; a paid call after it is one too many. */
  const charge = (commandId: string, { usd, usage }: Spending): Complaint => {
    const price = { usd: usd ?? 0, tokens: tokensOf(usage) }
    const passed = units.find((unit) => {
      const cap = caps[unit]
      return cap !== null && price[unit] > 0 && spent[unit] >= cap * allowance
    })
    const before = { ...spent }
    for (const unit of units) spent[unit] += price[unit]
    return passed === undefined
      ? null
      : `${commandId} costs ${price[passed]} ${passed}, where ${before[passed]} of ${(caps[passed] ?? 0) * allowance} were spent before`
  }
  const charged = (event: Event): Complaint => {
    if (event.type === 'RunInterrupted')
      return event.spent.map(({ commandId, spending }) => charge(commandId, spending)).find(Boolean) ?? null
    return 'spending' in event ? charge(event.commandId, event.spending) : null
  }
  const issued = (command: Command): Complaint => {
    if (command.type !== 'EditDocuments' || command.decision === null) return null
    return command.decision.iteration > iterations
      ? `decision ${command.decision.iteration} is made, where ${iterations} may be`
      : null
  }
  return {
    name: 'limits hold',
    durable(event) {
      const overspent = charged(event)
      if (overspent !== null) return overspent
      if (event.type === 'RunEnded' && event.end.exitCode === 5) iterations += maxIterations
      if (event.type === 'GateAnswered' && isGranted(event.answer)) {
        if (event.commandId.includes('/gate/escalation/')) allowance++
        workers.clear()
        conflicts.clear()
      }
      if (event.type === 'SyncConflicted') count(conflicts, event)
      if (event.type === 'AgentFinished' && event.role === 'worker') {
        const subject = count(workers, event)
        const sent = workers.get(subject) ?? 0
        if (sent > attempts.escalateAt + Math.min(conflicts.get(subject) ?? 0, 3))
          return `${sent} workers were sent for ${subject}`
      }
      return event.type === 'CommandIssued' ? issued(event.command) : null
    },
  }
}
