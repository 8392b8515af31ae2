import { tokensOf } from '@harness/core/agent'
import type { Command } from '@harness/core/command'
import type { Event, Outcome } from '@harness/core/event'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { Checker, Complaint } from '../checker.ts'

/** Told from the journal alone: attempts and iterations hold, and no cap is passed by more than one call. */
export function limitsHold({ maxIterations, attempts, caps }: MissionInput): Checker<MissionState> {
  const workers = new Map<string, number>()
  /** A conflict sends a worker back without counting as an attempt, thrice at the most. */
  const conflicts = new Map<string, number>()
  const count = (counts: Map<string, number>, { commandId }: Outcome): string => {
    const subject = commandId.split('/')[2] ?? ''
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
    return subject
  }
  const spent = { usd: 0, tokens: 0 }
  const dearest = { usd: 0, tokens: 0 }
  let iterations = maxIterations
  let allowance = 1

  const charge = (event: Event): void => {
    const all =
      event.type === 'RunInterrupted'
        ? event.spent.map(({ spending }) => spending)
        : 'spending' in event
          ? [event.spending]
          : []
    for (const { usd, usage } of all) {
      spent.usd += usd ?? 0
      spent.tokens += tokensOf(usage)
      dearest.usd = Math.max(dearest.usd, usd ?? 0)
      dearest.tokens = Math.max(dearest.tokens, tokensOf(usage))
    }
  }
  const overspent = (): Complaint => {
    for (const unit of ['usd', 'tokens'] as const) {
      const cap = caps[unit]
      if (cap !== null && spent[unit] > cap * allowance + dearest[unit] + 1e-9)
        return `${spent[unit]} ${unit} are spent, where ${cap * allowance} may be`
    }
    return null
  }
  const issued = (command: Command): Complaint => {
    if (command.type !== 'WriteDocuments' || command.decision === null) return null
    return command.decision.iteration > iterations
      ? `decision ${command.decision.iteration} is made, where ${iterations} may be`
      : null
  }
  return {
    name: 'limits hold',
    durable(event) {
      charge(event)
      if (event.type === 'RunEnded' && event.end.exitCode === 5) iterations += maxIterations
      if (event.type === 'GateAnswered' && event.answer.decision === 'granted') {
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
      return event.type === 'CommandIssued' ? issued(event.command) : overspent()
    },
  }
}
