/** Owns which agent calls a run has paid for: those that ended, were stopped, or died with their process. Pure. */

import { isAgentOutcome, isRunAgent } from '@harness/core/effects/run-agent'
import { noUsage, type Spending } from '@harness/core/kernel/agent'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Chapter } from '../run-story.ts'

interface PaidCall {
  readonly role: string
  readonly spending: Spending
}

/** The cost of a call that died with its process is unknown. */
const unknownSpending: Spending = { usage: noUsage, usd: null, durationMs: 0, model: '' }

export function paidCalls(
  chapters: readonly Chapter[],
  wantedIn: (state: Chapter['state']) => readonly AnyCommand[],
): readonly PaidCall[] {
  const paid: PaidCall[] = []
  const roles = new Map<CommandId, string>()
  const underWay = new Set<CommandId>()
  const stopped = new Set<CommandId>()
  const pay = (id: CommandId, spending: Spending): void => {
    const role = roles.get(id)
    if (role !== undefined) paid.push({ role, spending })
  }
  for (const { event, state } of chapters) {
    if (isRunEvent(event, 'CommandIssued') && isRunAgent(event.command)) {
      roles.set(event.command.id, event.command.role)
      underWay.add(event.command.id)
    }
    for (const { commandId, spending } of spentIn(event)) pay(commandId, spending)
    if (isOutcome(event)) underWay.delete(event.commandId)
    if (isRunEvent(event, 'RunInterrupted')) for (const { commandId } of event.spent) stopped.add(commandId)
    if (!isRunEvent(event, 'RunResumed') || underWay.size === 0) continue
    for (const id of underWay) if (!stopped.has(id)) pay(id, unknownSpending)
    stopped.clear()
    // Begun again under the same id; where another call comes in its place, it will not be heard of any more.
    const again = new Set(wantedIn(state).map(({ id }) => id))
    for (const id of underWay) if (!again.has(id)) underWay.delete(id)
  }
  return paid
}

function spentIn(event: AnyEvent): readonly { readonly commandId: CommandId; readonly spending: Spending }[] {
  if (isRunEvent(event, 'RunInterrupted')) return event.spent
  return isAgentOutcome(event) ? [event] : []
}
