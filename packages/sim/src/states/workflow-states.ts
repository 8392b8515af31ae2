/** Owns the page of a workflow's states: its phases, the works of agents, and the gates. */
import { isGateAnswered } from '@harness/core/effects/ask-human'
import { autofixTable } from '@harness/core/playbooks/workflow/autofix'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { randomWorkflow } from '../playbooks/workflow/random-workflow.ts'
import type { Step } from './explore.ts'
import { simulatedSteps } from './simulated-steps.ts'
import { compared, type Move, outside, type StatePage } from './state-page.ts'

const simulatedSeeds = 120

const workflowSteps = (seeds: number): AsyncGenerator<Step<WorkflowState>> =>
  simulatedSteps(withoutBase, seeds)

/** The check of the base stands around a playbook, and is no state of it. */
const withoutBase = (seed: number) => randomWorkflow(seed, 'off')

export async function workflowStates(): Promise<StatePage> {
  const moves = new Map<string, Move>()
  const gates = new Map<string, Map<string, Set<string>>>()
  const add = (move: Move): void => void moves.set(Object.values(move).join(), move)
  add({ from: outside, by: '', to: 'open' })
  for await (const step of workflowSteps(simulatedSeeds)) {
    const { before, event, after } = step
    if (isGateAnswered(event)) noteGate(gates, step)
    add({ from: placeOf(before), by: event.type, to: placeOf(after) })
    if (after.at.phase === 'over') add({ from: placeOf(after), by: '', to: outside })
  }
  return {
    title: 'States of a workflow',
    intro:
      'A place is a phase; `work` names what agents do, one or several side by side. An arrow is the event that leads from it to another. Events that keep the phase (a rate limit, an agent that is asked again, a stop) are not drawn. What agents wrote is published between two works; `publish` names what follows.',
    moves: [...moves.values()],
    tables: [
      {
        title: 'Gates',
        intro: 'Where a person is asked, and where each answer leads.',
        columns: ['asked in', 'answer', 'leads to'],
        rows: [...gates].flatMap(([place, choices]) =>
          [...choices].map(([choice, to]) => [place, choice, [...to].sort(compared).join(', ')]),
        ),
      },
      {
        title: 'The auto-fix',
        intro: 'A closed table: a move that it does not have cannot happen.',
        columns: ['from', 'by', 'to'],
        rows: Object.entries(autofixTable).flatMap(([from, to]) =>
          Object.entries(to).map(([move, next]) => [from, move, next]),
        ),
      },
    ],
  }
}

function placeOf({ at }: WorkflowState): string {
  switch (at.phase) {
    case 'work':
      return `work ${at.work}`
    case 'publish':
      return `publish, then ${at.followedBy}`
    case 'checks':
      return `checks ${at.part}`
    case 'rest':
      return `rest after ${at.done}`
    case 'stopped':
      return `stopped at ${at.gate}`
    case 'conventions':
      return `conventions ${at.ask}`
    case 'verdict-gate':
      return `verdict-gate of layer ${at.layer}`
    default:
      return at.phase
  }
}

function noteGate(
  gates: Map<string, Map<string, Set<string>>>,
  { before, event, after }: Step<WorkflowState>,
): void {
  if (!isGateAnswered(event)) return
  const choices = gates.get(placeOf(before)) ?? new Map<string, Set<string>>()
  const { choice } = event.answer
  choices.set(choice, (choices.get(choice) ?? new Set()).add(placeOf(after)))
  gates.set(placeOf(before), choices)
}
