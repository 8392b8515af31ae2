/** Owns the page of the states in which a spec is made. */
import type { SpecState } from '@harness/core/playbooks/spec/state'
import { plainInput } from '../playbooks/spec/input.ts'
import { specTwins } from '../playbooks/spec/spec-twins.ts'
import { production } from '../playbooks/spec/spec-world.ts'
import { explore } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

const inputs = (['quick', 'deep'] as const).map((depth) => ({ ...plainInput, depth, scan: 'ask' as const }))

export function specStates(): StatePage {
  const moves = new Map<string, Move>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  add({ from: outside, by: '', to: production.initialState(plainInput).phase })
  for (const { before, event, after } of explore({
    playbook: production,
    twins: specTwins,
    inputs,
    traits,
  })) {
    add({ from: before.phase, by: event.type, to: after.phase })
    if (after.phase === 'over') add({ from: after.phase, by: '', to: outside })
  }
  return {
    title: 'States in which a spec is made',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. A quick spec goes from its questions to `draft`, a deep one through `analyse`, where four analysts work side by side.',
    moves: [...moves.values()],
    tables: [],
  }
}

const traits = (state: SpecState): readonly string[] => [
  `${state.input.depth} ${state.phase} ${state.hurdle?.type}`,
  `${state.phase} ${state.retries.draft.used}`,
  `${state.phase} ${'rounds' in state ? state.rounds.length : 0}`,
  ...(state.phase === 'conventions' ? [state.step] : []),
  ...(state.phase === 'analyse'
    ? [state.seats.map(({ text, lane }) => `${text === null} ${lane === null}`).join()]
    : []),
]
