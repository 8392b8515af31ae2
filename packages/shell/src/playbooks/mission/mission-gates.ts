/** Finds what a mission asks people at this moment. Pure. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'

/** Each with the id by which it is answered. */
export function openGatesOf(state: MissionState): readonly AskHuman[] {
  const decision = mission.decide(state)
  if (decision.type === 'end') return []
  return decision.commands.flatMap((command) => (command.type === 'AskHuman' ? [command] : []))
}

/** Those of the gates that the run has opened that it still asks. */
export function stillAsked(state: MissionState, asked: readonly AskHuman[]): readonly AskHuman[] {
  const wanted = new Set(openGatesOf(state).map(({ id }) => id))
  return asked.filter(({ id }) => wanted.has(id))
}
