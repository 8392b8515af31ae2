/** Owns the page of an autopilot's states: its places, the states of the source that they belong to, and the gates. */
import { isGateAnswered } from '@harness/core/effects/ask-human'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { stateNameOf } from '@harness/core/playbooks/autopilot/state-name'
import { randomAutopilot } from '../playbooks/autopilot/random-autopilot.ts'
import type { Step } from './explore.ts'
import { simulatedSteps } from './simulated-steps.ts'
import { compared, type Move, outside, type StatePage } from './state-page.ts'

const simulatedSeeds = 120

/** The check of the base stands around a playbook, and is no state of it. */
const withoutBase = (seed: number) => randomAutopilot(seed, 'off')

export async function autopilotStates(): Promise<StatePage> {
  const moves = new Map<string, Move>()
  const gates = new Map<string, Map<string, Set<string>>>()
  const names = new Map<string, Set<string>>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  add({ from: outside, by: '', to: 'open' })
  for await (const step of simulatedSteps(withoutBase, simulatedSeeds)) {
    const { before, event, after } = step
    noteNames(names, after)
    noteGate(gates, step)
    const { phase } = after.at
    if (phase !== 'stopped' && before.at.phase !== 'stopped')
      add({ from: before.at.phase, by: event.type, to: phase })
    if (phase === 'over') add({ from: phase, by: '', to: outside })
  }
  return {
    title: 'States of an autopilot',
    intro:
      'A place is a phase of the state; an arrow is the event that leads from it to another. Events that keep the place (a rate limit, an agent that is asked again) are not drawn. Every gate except `deliver` can stop the run: it then pauses in `stopped`, which is not drawn, and the same question opens again when the run is resumed.',
    moves: [...moves.values()],
    tables: [
      {
        title: 'States of the session file',
        intro:
          'What `currentState` says at each place. `void` and `stopped` keep the state that they came from.',
        columns: ['state', 'places'],
        rows: [...names].map(([name, places]) => [name, listed(places)]),
      },
      {
        title: 'Gates',
        intro: 'Where a person is asked, and where each answer leads.',
        columns: ['asked in', 'answer', 'leads to'],
        rows: [...gates].flatMap(([place, choices]) =>
          [...choices].map(([choice, to]) => [place, choice, listed(to)]),
        ),
      },
    ],
  }
}

const listed = (places: ReadonlySet<string>): string => [...places].sort(compared).join(', ')

function noteNames(names: Map<string, Set<string>>, state: AutopilotState): void {
  const { phase } = state.at
  if (phase === 'void' || phase === 'stopped') return
  const name = stateNameOf(state)
  names.set(name, (names.get(name) ?? new Set()).add(phase))
}

/** Options of a decision are one choice here. The gate about a failing agent is no place of its own. */
function noteGate(
  gates: Map<string, Map<string, Set<string>>>,
  { before, event, after }: Step<AutopilotState>,
): void {
  if (!isGateAnswered(event) || before.hurdle !== null) return
  const choices = gates.get(before.at.phase) ?? new Map<string, Set<string>>()
  const choice = event.answer.choice.replace(/^option-\d+$/, 'option-N')
  choices.set(choice, (choices.get(choice) ?? new Set()).add(after.at.phase))
  gates.set(before.at.phase, choices)
}
