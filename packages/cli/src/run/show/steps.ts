/** Owns a run's steps as people count them: each command, how it ended, how long it took and what it cost. Pure. */

import { isAgentOutcome, isRunAgent } from '@harness/core/effects/run-agent'
import { tokensOf } from '@harness/core/kernel/agent'
import type { AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'

export interface Step {
  readonly command: CommandId
  readonly type: string
  readonly role: string | null
  readonly at: number
  readonly tookMs: number | null
  /** Null while it is under way. */
  readonly ended: AnyOutcome['type'] | null
  readonly tokens: number | null
  readonly usd: number | null
}

export function stepsOf(events: readonly AnyEvent[]): readonly Step[] {
  const outcomes = new Map<CommandId, AnyOutcome>()
  for (const event of events) if (isOutcome(event)) outcomes.set(event.commandId, event)
  return events.flatMap((event) => (isRunEvent(event, 'CommandIssued') ? [stepOf(event, outcomes)] : []))
}

function stepOf(
  { command, at }: Extract<AnyEvent, { type: 'CommandIssued' }>,
  outcomes: ReadonlyMap<CommandId, AnyOutcome>,
): Step {
  const outcome = outcomes.get(command.id) ?? null
  const spending = outcome !== null && isAgentOutcome(outcome) ? outcome.spending : null
  return {
    command: command.id,
    type: command.type,
    role: isRunAgent(command) ? command.role : null,
    at,
    tookMs: outcome === null ? null : outcome.at - at,
    ended: outcome?.type ?? null,
    tokens: spending === null ? null : tokensOf(spending.usage),
    usd: spending?.usd ?? null,
  }
}
