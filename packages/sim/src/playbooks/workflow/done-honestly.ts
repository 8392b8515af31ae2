import { isGivenUp } from '@harness/core/kernel/given-up'
import type { Command, Event } from '@harness/core/playbooks/workflow/effects'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

/**
 * Told from the journal alone. A run is done only if the latest evaluation passed by its line and by its report, or a person
 * accepted the change. Then every lane is closed, except one whose change was not committed. The end of a run that is over
 * carries a result.
 */
export function doneHonestly(): Checker<WorkflowState, Event> {
  const asked = new Map<string, Command>()
  const lanes = new Set<string>()
  let hasPassed = false
  let isAccepted = false
  let isCommitted = false
  let latest: WorkflowState | null = null

  const evaluated = (event: Extract<Event, { type: 'AgentFinished' }>): void => {
    const [report = ''] = Object.values(event.artifacts ?? {})
    const { parsed } = event.answer
    isAccepted = false
    hasPassed =
      event.violation === null &&
      parsed?.type === 'verdict' &&
      parsed.verdict === 'PASS' &&
      report.includes('### Verdict: PASS')
  }
  const ended = (end: Extract<Event, { type: 'RunEnded' }>['end']): Complaint => {
    if (end.resumable || isGivenUp(end) || end.outcome === 'blocked') return null
    if (end.outcome === 'done' && !hasPassed && !isAccepted) return 'the run is done, and nothing passed'
    if (end.outcome !== 'done' && hasPassed) return 'the run failed, and its evaluation passed'
    if (latest?.result == null) return 'the run is over without a result'
    const left = [...lanes].filter((lane) => isCommitted || lane !== 'workflow-sum')
    return left.length === 0 ? null : `lanes are left: ${left.join(', ')}`
  }
  return {
    name: 'done honestly',
    folded(_event, state) {
      latest = state
      return null
    },
    durable(event) {
      switch (event.type) {
        case 'CommandIssued':
          asked.set(event.command.id, event.command)
          return null
        case 'LaneOpened':
          lanes.add(event.lane)
          return null
        case 'LaneClosed': {
          const command = asked.get(event.commandId)
          if (command?.type === 'CloseLane') lanes.delete(command.lane)
          return null
        }
        case 'AgentFinished':
          if (event.role === 'workflow/evaluator') evaluated(event)
          return null
        case 'GateAnswered':
          if (event.answer.choice === 'accept') isAccepted = true
          return null
        case 'ChangeCommitted':
          isCommitted = true
          return null
        case 'RunEnded':
          return ended(event.end)
        default:
          return null
      }
    },
  }
}
