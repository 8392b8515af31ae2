/** Owns the page of the states in which a spec is planned. */
import { planningPlaybook } from '@harness/core/playbooks/planning/playbook'
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import { plainInput } from '../playbooks/planning/input.ts'
import { planningTwins } from '../playbooks/planning/planning-twins.ts'
import { explore } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

export function planningStates(): StatePage {
  const moves = new Map<string, Move>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  const inputs = [plainInput, { ...plainInput, preview: true }]
  add({ from: outside, by: '', to: planningPlaybook.initialState(plainInput).at.phase })
  for (const { before, event, after } of explore({
    playbook: planningPlaybook,
    twins: planningTwins,
    inputs,
    traits,
  })) {
    add({ from: before.at.phase, by: event.type, to: after.at.phase })
    if (after.at.phase === 'over') add({ from: after.at.phase, by: '', to: outside })
  }
  return {
    title: 'States in which a spec is planned',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. After the third answer that will not do, or with `--preview`, `close` follows with nothing written.',
    moves: [...moves.values()],
    tables: [],
  }
}

const traits = ({ at, hurdle, retries }: PlanningState): readonly string[] => [
  `${at.phase} ${hurdle?.type}`,
  `${at.phase} ${retries.draft.used}`,
]
