/** Owns the page of the states of a release gate. */
import { releasePlaybook } from '@harness/core/playbooks/release/playbook'
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import { plainInput } from '../playbooks/release/input.ts'
import { releaseTwins } from '../playbooks/release/release-twins.ts'
import { explore } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

export function releaseStates(): StatePage {
  const moves = new Map<string, Move>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  add({ from: outside, by: '', to: releasePlaybook.initialState(plainInput).at.phase })
  for (const { before, event, after } of explore({
    playbook: releasePlaybook,
    twins: releaseTwins,
    inputs: [plainInput],
    traits,
  })) {
    add({ from: before.at.phase, by: event.type, to: after.at.phase })
    if (after.at.phase === 'over') add({ from: after.at.phase, by: '', to: outside })
  }
  return {
    title: 'States of a release gate',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. Checks only run if every tag has a completed plan. A resumed gate starts over with the base as it is then.',
    moves: [...moves.values()],
    tables: [],
  }
}

const traits = ({ at, hurdle }: ReleaseState): readonly string[] => [`${at.phase} ${hurdle?.type}`]
