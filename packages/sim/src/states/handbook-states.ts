/** Owns the page of a handbook's states: the steps of each piece of work under way, and the ends of a run. */

import { handbook } from '@harness/core/playbooks/handbook/playbook'
import {
  type AfterShut,
  type Flight,
  type FlightStep,
  type HandbookState,
  subjectOf,
} from '@harness/core/playbooks/handbook/state'
import { seededRandom } from '../engine/random.ts'
import { handbookTwins } from '../playbooks/handbook/handbook-twins.ts'
import { drawnInput } from '../playbooks/handbook/input.ts'
import { explore, type Step } from './explore.ts'
import { type Move, outside, type StatePage } from './state-page.ts'

const inputs = Array.from({ length: 100 }, (_, seed) => drawnInput(seededRandom(seed).about('input')))

export function handbookStates(): StatePage {
  const moves = new Map<string, Move>()
  for (const step of explore({ playbook: handbook, twins: handbookTwins, inputs, traits }))
    for (const move of movesOf(step)) moves.set(Object.values(move).join(), move)
  return {
    title: 'States of a handbook',
    intro:
      'A place is the step of one piece of work: a prompt, the close of a phase, the last critique. Up to eight prompts that only read are under way at once, each in a place of its own; everything else is alone. An arrow is the event that leads from it to another. Events that keep the step (a rate limit, a stop) are not drawn.',
    moves: [...moves.values()],
    tables: [],
  }
}

/** How the run stands, and each piece of work with what the next step may depend on. */
function traits({
  flights,
  hurdle,
  ending,
  iteration,
  documents,
  isUnread,
}: HandbookState): readonly string[] {
  const open = documents?.handbook.prompts.filter(({ box }) => box === 'open') ?? []
  const limit = `${iteration.iteration} of ${iteration.maxIterations}`
  return [
    `${hurdle?.type} ${ending?.reason} ${documents === null} ${open[0]?.phase} ${flights.length}`,
    `${limit} ${flights.length > 0}`,
    ...flights.flatMap(({ task, step, hurdle: held, retries, trail, noVerdicts, isEmpty }) => {
      const verb =
        task.type === 'prompt'
          ? `${task.prompt.verb} ${task.prompt.expectedSignal} ${task.crafting?.expectedSignal}`
          : `${task.type} ${task.type === 'close' && task.phase.close?.prompt}`
      return [
        `${held?.type}`,
        `${isUnread}`,
        `${trail.length} ${noVerdicts} ${isEmpty}`,
        ...Object.entries(retries).map(
          ([kind, budget]) => `${kind} ${Math.min(budget.limit - budget.used, 5)}`,
        ),
      ].map((trait) => `${verb} ${stateOf(step)}: ${trait}`)
    }),
  ]
}

function movesOf({ before, event, after }: Step<HandbookState>): readonly Move[] {
  const by = event.type
  const end = before.ending === null && after.ending !== null ? after.ending.reason : null
  const goingOn = after.flights.map((flight) => {
    const was = flightLike(before, flight)
    return { from: was === undefined ? outside : stateOf(was.step), by, to: stateOf(flight.step) }
  })
  const left = before.flights
    .filter((flight) => flightLike(after, flight) === undefined && flight.hurdle === null)
    .map(({ step }) => ({ from: stateOf(step), by, to: end ?? outside }))
  if (end === null) return [...goingOn, ...left]
  // A limit may be reached while nothing is under way.
  const reached = left.length === 0 ? [{ from: outside, by, to: end }] : left
  return [...goingOn, ...reached, { from: end, by: '', to: outside }]
}

const flightLike = ({ flights }: HandbookState, { task }: Flight): Flight | undefined =>
  flights.find((one) => subjectOf(one.task) === subjectOf(task))

function shutFor(then: AfterShut): string {
  switch (then.type) {
    case 'tick':
      return 'shut'
    case 'ready':
      return `shut for ${then.part}`
    case 'phase-closed':
      return 'shut for close'
    case 'halt':
      return 'shut at the end'
    case 'gone':
      return 'shut and let go'
  }
}

function stateOf(step: FlightStep): string {
  switch (step.type) {
    case 'ready':
      return `read for ${step.part}`
    case 'open':
      return `place for ${step.part}`
    case 'agent':
      return step.part
    case 'shut':
      return shutFor(step.then)
    default:
      return step.type
  }
}
