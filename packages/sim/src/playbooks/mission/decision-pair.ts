/** Owns which kind of state a decision was made in, told from the state that has it written down. */
import type { MissionDecision } from '@harness/core/playbooks/mission/state/decision'
import { subjectOf } from '@harness/core/playbooks/mission/state/flight'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'

/** `failed: NEXT_WORKER (rules)`; null if no decision is being written down. */
export function decisionPair(state: MissionState): string | null {
  const { at } = state
  if (at.phase !== 'decided') return null
  return `${kindOf(state, at.decision, at.by)}: ${at.decision.name} (${at.by})`
}

function kindOf(state: MissionState, decision: MissionDecision, by: 'rules' | 'agent'): string {
  switch (decision.name) {
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR':
    case 'NEXT_ARCHITECT':
      return restOf(state, decision.feature) ?? 'not begun'
    case 'CHECKPOINT':
      return (
        state.input.checkpoints
          .find(({ name }) => name === decision.checkpoint.name)
          ?.triggerOn.replace(/:.*$/, '') ?? 'unknown'
      )
    case 'ESCALATE':
      if (decision.isCap) return 'cap reached'
      if (by === 'agent') return decision.feature === null ? 'at any time' : 'at any time, about a feature'
      return decision.feature === null
        ? 'nothing can go on'
        : (restOf(state, decision.feature) ?? 'not begun')
    case 'CONVERTED':
      return 'something grave was found'
    case 'DONE':
      return 'all passed'
  }
}

const restOf = ({ flights }: MissionState, id: string): string | null => {
  const step = flights.find(({ task }) => subjectOf(task) === id)?.step
  return step === undefined ? null : step.type === 'rest' ? step.why : step.type
}
