import { isOutcome } from '@harness/core/kernel/event'
import { type CommandId, subjectIn } from '@harness/core/kernel/ids'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

const isWork = (decision: string): boolean => decision === 'NEXT_WORKER' || decision === 'NEXT_VALIDATOR'

/**
 * Told from the journal alone: the curator is called after every few merges, before more work is decided on. One more may
 * be merged while a decision is made. Below a cap that is reached no curator is called; a person grants what follows.
 */
export function curatedMeanwhile({ curateEvery }: MissionInput): Checker<MissionState, Event> {
  const curators = new Set<CommandId>()
  let merged = 0

  const issued = (command: Command): Complaint => {
    if (command.type === 'RunAgent' && command.role === 'curator') curators.add(command.id)
    if (command.type !== 'EditDocuments' || command.decision === null) return null
    return isWork(command.decision.decision) && merged > curateEvery
      ? `${merged} features are merged since the memory was curated, and ${command.decision.decision} is decided`
      : null
  }
  return {
    name: 'curated meanwhile',
    durable(event) {
      if (event.type === 'CommandIssued') return issued(event.command)
      if (event.type === 'LaneMerged' && subjectIn(event.commandId).startsWith('F-')) merged++
      if (isOutcome(event) && curators.has(event.commandId)) merged = 0
      if (event.type === 'GateAnswered' && event.commandId.includes('/gate/escalation/')) merged = 0
      return null
    },
  }
}
