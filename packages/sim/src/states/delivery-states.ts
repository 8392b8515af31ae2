/** Owns the page of a delivery's states: its phases, and the gates in them. */

import { isGateAnswered } from '@harness/core/effects/ask-human'
import { grant, letStand, refuse } from '@harness/core/kernel/gate-choices'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { disputesAt } from '@harness/core/work/disputes'
import { blockingFindings, oscillating } from '@harness/core/work/findings-ledger'
import { seededRandom } from '../engine/random.ts'
import { deliveryTwins } from '../playbooks/delivery/delivery-twins.ts'
import { drawnInput } from '../playbooks/delivery/input.ts'
import { explore, type Step } from './explore.ts'
import { compared, type Move, outside, type StatePage } from './state-page.ts'

const inputs = Array.from({ length: 100 }, (_, seed) => ({
  ...drawnInput(seededRandom(seed).about('input')),
  until: null,
}))

export function deliveryStates(): StatePage {
  const moves = new Map<string, Move>()
  const gates = new Map<string, Gate>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  for (const input of inputs) add({ from: outside, by: '', to: delivery.initialState(input).phase })
  for (const step of explore({ playbook: delivery, twins: deliveryTwins, inputs, traits })) {
    const { before, event, after } = step
    if (event.type === 'GateAnswered') noteGate(gates, step)
    else add({ from: before.phase, by: event.type, to: after.phase })
    if (isOver(after)) add({ from: after.phase, by: '', to: outside })
  }
  return {
    title: 'States of a delivery',
    intro:
      'A place is a phase; an arrow is the event that leads from it to another. Events that keep the phase (a rate limit, an agent that is asked again, a stop) and the answers of people are not drawn.',
    moves: [...moves.values()],
    tables: [
      {
        title: 'Gates',
        intro: 'Where a person is asked, and where the answer leads.',
        columns: ['gate', 'asked in', 'grant', 'let-stand', 'refuse'],
        rows: [...gates.values()].map((gate) => [
          gate.name,
          gate.phase,
          ...[grant, letStand, refuse].map((choice) => listed(gate.leadsTo.get(choice) ?? new Set())),
        ]),
      },
    ],
  }
}

/** The phase, and beside it each thing that the next step may depend on. */
function traits(state: DeliveryState): readonly string[] {
  const { phase, hurdle, retries, findings, input } = state
  const place = [
    phase,
    'after' in state ? state.after : '',
    'then' in state ? state.then : '',
    'cause' in state ? state.cause.type : '',
  ].join()
  return [
    hurdle?.type === 'gate' ? hurdle.gate.name : `${hurdle?.type}`,
    `forge ${input.forge.kind}, ui ${input.ui?.required}, e2e ${input.e2e !== null}`,
    `disputed ${(['raised', 'upheld', 'insisted'] as const).filter((stage) => disputesAt(findings, stage).length > 0).join()}`,
    `findings ${blockingFindings(findings).length > 0}, back ${oscillating(findings).length > 0}`,
    ...Object.entries(retries).map(([kind, budget]) => `${kind} ${Math.min(budget.limit - budget.used, 5)}`),
  ].map((trait) => `${place}: ${trait}`)
}

interface Gate {
  readonly name: string
  readonly phase: string
  /** By the name of the choice, the phases it leads to. */
  readonly leadsTo: Map<string, Set<string>>
}

const isOver = ({ phase }: DeliveryState): boolean => phase === 'delivered' || phase === 'blocked'

function noteGate(gates: Map<string, Gate>, { before, event, after }: Step<DeliveryState>): void {
  if (!isGateAnswered(event) || before.hurdle?.type !== 'gate') return
  const { name } = before.hurdle.gate
  const key = `${name} ${before.phase}`
  const gate = gates.get(key) ?? { name, phase: before.phase, leadsTo: new Map() }
  const { choice } = event.answer
  gate.leadsTo.set(choice, (gate.leadsTo.get(choice) ?? new Set()).add(after.phase))
  gates.set(key, gate)
}

const listed = (phases: ReadonlySet<string>): string => [...phases].sort(compared).join(', ')
