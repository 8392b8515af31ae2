/** Owns the page of the states in which a handbook is made. */

import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { generationTwins } from '../playbooks/handbook-generation/generation-twins.ts'
import { plainInput } from '../playbooks/handbook-generation/input.ts'
import { explore } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

export function generationStates(): StatePage {
  const moves = new Map<string, Move>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  add({ from: outside, by: '', to: handbookGeneration.initialState(plainInput).phase })
  for (const { before, event, after } of explore({
    playbook: handbookGeneration,
    twins: generationTwins,
    inputs: [plainInput],
    traits,
  })) {
    add({ from: before.phase, by: event.type, to: after.phase })
    if (after.phase === 'over') add({ from: after.phase, by: '', to: outside })
  }
  return {
    title: 'States in which a handbook is made',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. After the third plan that will not do, `close` follows with nothing written.',
    moves: [...moves.values()],
    tables: [],
  }
}

const traits = ({ phase, hurdle, retries }: GenerationState): readonly string[] => [
  `${phase} ${hurdle?.type}`,
  `${phase} ${retries.draft.used}`,
]
