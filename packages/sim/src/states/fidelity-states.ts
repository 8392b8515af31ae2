/** Owns the page of the states of an audit. */
import { fidelityPlaybook } from '@harness/core/playbooks/fidelity/playbook'
import { type FidelityState, needsPerson } from '@harness/core/playbooks/fidelity/state'
import { fidelityTwins } from '../playbooks/fidelity/fidelity-twins.ts'
import { acceptingInput, plainInput } from '../playbooks/fidelity/input.ts'
import { explore } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

export function fidelityStates(): StatePage {
  const moves = new Map<string, Move>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  const inputs = [plainInput, acceptingInput]
  for (const input of inputs)
    add({ from: outside, by: '', to: fidelityPlaybook.initialState(input).at.phase })
  for (const { before, event, after } of explore({
    playbook: fidelityPlaybook,
    twins: fidelityTwins(),
    inputs,
    traits,
  })) {
    add({ from: before.at.phase, by: event.type, to: after.at.phase })
    if (after.at.phase === 'over') add({ from: after.at.phase, by: '', to: outside })
  }
  return {
    title: 'States of an audit',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. An audit starts at `open`, and a person who accepts a report starts at `lift`. `hold` blocks the active plans for a review, `lift` lets them go. After the third answer that will not do, `close` follows without a score. An audit that is resumed before its verdict starts over with the base as it is then.',
    moves: [...moves.values()],
    tables: [],
  }
}

const traits = ({ at, hurdle, retries }: FidelityState): readonly string[] => [
  `${at.phase} ${hurdle?.type}`,
  `${at.phase} ${retries.draft.used}`,
  ...(at.phase === 'report' ? [`${at.facts.isUnderReview} ${needsPerson(at.report)}`] : []),
  ...(at.phase === 'audit' || at.phase === 'verify' ? [`${at.phase} ${at.facts.isUnderReview}`] : []),
  ...(at.phase === 'lift' ? [`lift ${at.reported === null}`] : []),
]
