/** Owns the page of the states in which a site is read. */
import { siteReversePlaybook } from '@harness/core/playbooks/site-reverse/playbook'
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import { plainInput } from '../playbooks/site-reverse/input.ts'
import { siteTwins } from '../playbooks/site-reverse/site-twins.ts'
import { explore } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

export function siteReverseStates(): StatePage {
  const moves = new Map<string, Move>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  add({ from: outside, by: '', to: siteReversePlaybook.initialState(plainInput).at.phase })
  for (const { before, event, after } of explore({
    playbook: siteReversePlaybook,
    twins: siteTwins,
    inputs: [plainInput],
    traits,
  })) {
    add({ from: before.at.phase, by: event.type, to: after.at.phase })
    if (after.at.phase === 'over') add({ from: after.at.phase, by: '', to: outside })
  }
  return {
    title: 'States in which a site is read',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. A site that cannot be captured stops the run, which can be resumed. After the third answer that will not do, `close` follows with nothing written.',
    moves: [...moves.values()],
    tables: [],
  }
}

const traits = ({ at, hurdle, retries }: SiteState): readonly string[] => [
  `${at.phase} ${hurdle?.type}`,
  `${at.phase} ${retries.draft.used}`,
]
