import type { Event } from '@harness/core/playbooks/workflow/effects'
import type { WorkflowInput } from '@harness/core/playbooks/workflow/input'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

const most = { layer1: 3, layer2: 2, patches: 1 }

/** One implementation in a round, three after failed checks, two after a failed layer 2. */
const mostInRound = 1 + most.layer1 + most.layer2

/**
 * Told from the journal: a round has at most three retries after failed checks and two after layer 2, there are at most
 * `max_rounds` rounds, and one patch is tried in a session. What an operator asks for by name is not counted.
 */
export function limitsHold({ maxRounds }: WorkflowInput): Checker<WorkflowState, Event> {
  let rounds = 1
  let implementations = 0
  let decisions = 0
  const asked = new Map<string, string>()

  const answered = (gate: string, choice: string): Complaint => {
    if (gate === 'auto-fix' && ++decisions > most.patches) return `${decisions} patches were decided about`
    if (!gate.startsWith('qa-') || choice !== 'fix') return null
    implementations = 0
    return ++rounds > maxRounds ? `round ${rounds} of ${maxRounds} begins` : null
  }
  return {
    name: 'limits hold',
    durable(event) {
      switch (event.type) {
        case 'RunResumed':
          if (event.until !== null) implementations = 0
          return null
        case 'CommandIssued':
          if (event.command.type === 'AskHuman') asked.set(event.command.id, event.command.gate.name)
          return null
        case 'GateAnswered':
          return answered(asked.get(event.commandId) ?? '', event.answer.choice)
        case 'AgentFinished': {
          const isImplementation = /implementer|generator/.test(event.role)
          if (!isImplementation || Object.keys(event.artifacts ?? {}).length === 0) return null
          return ++implementations > mostInRound ? `${implementations} implementations in one round` : null
        }
        default:
          return null
      }
    },
    folded(_event, { layer1, layer2, round }) {
      if (layer1.retries > most.layer1) return `${layer1.retries} retries of layer 1`
      if (layer2.retries > most.layer2) return `${layer2.retries} retries of layer 2`
      return round > maxRounds ? `round ${round} of ${maxRounds}` : null
    },
  }
}
