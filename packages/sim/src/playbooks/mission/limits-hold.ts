import { type Spending, tokensOf } from '@harness/core/kernel/agent'
import { isOutcome } from '@harness/core/kernel/event'
import { isGranted } from '@harness/core/kernel/gate-answer'
import { subjectIn } from '@harness/core/kernel/ids'
import type { Command, Event, Outcome, RunAgent } from '@harness/core/playbooks/mission/state/effects'
import { type MissionInput, missionRoles } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

const units = ['usd', 'tokens'] as const
type Price = Readonly<Record<(typeof units)[number], number>>

const ownRoles: ReadonlySet<string> = new Set(missionRoles)

/**
 * Told from the journal alone: attempts and iterations hold. A call begins alone below a cap, or beside others if what
 * is spent and reserved fits: each call is held for by the dearest of its role so far, or by a tenth of the cap.
 */
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
  const dearest = new Map<string, { usd: number | null; tokens: number }>()
  const underWay = new Map<string, Price>()
  /** Counted as what was held for them, until they answer. */
  const died = new Map<string, Price>()
  let iterations = maxIterations
  let allowance = 1

  const add = (price: Price): void => {
    for (const unit of units) spent[unit] += price[unit]
  }
  const charge = ({ usd, usage }: Spending, role: string | null): void => {
    const price = { usd: usd ?? 0, tokens: tokensOf(usage) }
    add(price)
    if (role === null || !ownRoles.has(role)) return
    const was = dearest.get(role)
    dearest.set(role, {
      usd: usd === null ? (was?.usd ?? null) : Math.max(usd, was?.usd ?? 0),
      tokens: Math.max(price.tokens, was?.tokens ?? 0),
    })
  }
  const begins = ({ id, role }: RunAgent): Complaint => {
    const known = dearest.get(role)
    const held = (unit: (typeof units)[number]): number => known?.[unit] ?? (caps[unit] ?? 0) / 10
    const beside = [...underWay.values()]
    underWay.set(id, { usd: held('usd'), tokens: held('tokens') })
    const passed = units.find((unit) => {
      const limit = (caps[unit] ?? Number.POSITIVE_INFINITY) * allowance
      const reserved = beside.reduce((sum, price) => sum + price[unit], held(unit))
      return spent[unit] >= limit || (beside.length > 0 && spent[unit] + reserved > limit)
    })
    return passed === undefined
      ? null
      : `${id} begins beside ${beside.length}, where ${spent[passed]} of ${(caps[passed] ?? 0) * allowance} ${passed} are spent`
  }
  const paid = (event: Event): void => {
    if (event.type === 'RunInterrupted')
      for (const { commandId, spending } of event.spent) {
        underWay.delete(commandId)
        charge(spending, null)
      }
    if (isOutcome(event)) underWay.delete(event.commandId)
    if ('spending' in event) {
      const { usd, tokens } = died.get(event.commandId) ?? { usd: 0, tokens: 0 }
      died.delete(event.commandId)
      add({ usd: -usd, tokens: -tokens })
      charge(event.spending, event.role)
    }
    // Who died has cost what was held for it, until it answers. Whether it is begun again is not told.
    if (event.type === 'RunResumed') {
      for (const [id, price] of underWay) {
        died.set(id, price)
        add(price)
      }
      underWay.clear()
    }
  }
  const issued = (command: Command): Complaint => {
    if (command.type === 'RunAgent') return ownRoles.has(command.role) ? begins(command) : null
    if (command.type !== 'EditDocuments' || command.decision === null) return null
    return command.decision.iteration > iterations
      ? `decision ${command.decision.iteration} is made, where ${iterations} may be`
      : null
  }
  return {
    name: 'limits hold',
    durable(event) {
      paid(event)
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
