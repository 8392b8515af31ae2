import type { Finding } from '@harness/core/kernel/finding'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/delivery/effects'

/** What a reviewer found; null if the event is no review, or one that is void: it wrote, or it said nothing. */
export function verdictOf(event: Event): readonly Finding[] | null {
  if (event.type !== 'AgentFinished' || phaseOf(event.commandId) !== 'review') return null
  const { answer, violation } = event
  if (violation !== null || answer.kind !== 'review') return null
  return answer.findings.length > 0 || answer.sentinel ? answer.findings : null
}
