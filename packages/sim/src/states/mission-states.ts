/** Owns the page of a mission's states: the way of a feature, and beside it what the run itself is about. */

import type { AnyCommand } from '@harness/core/kernel/effect'
import { invariant } from '@harness/core/kernel/invariant'
import type { Playbook } from '@harness/core/kernel/playbook'
import { type Flight, subjectOf } from '@harness/core/playbooks/mission/flight'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { seededRandom } from '../engine/random.ts'
import { begunBefore } from '../playbooks/mission/drawn-documents.ts'
import { drawnInput, plainPlan } from '../playbooks/mission/input.ts'
import { missionTwins } from '../playbooks/mission/mission-twins.ts'
import { randomMission } from '../playbooks/mission/random-mission.ts'
import { explore, type Step } from './explore.ts'
import { simulatedSteps } from './simulated-steps.ts'
import { compared, type Move, outside, type StatePage } from './state-page.ts'

/** Some leave the merge to people. */
const ways = ['keep', 'pr', 'pr'] as const

const inputs = Array.from({ length: 20 }, (_, seed) => drawnInput(seededRandom(seed).about('input'))).map(
  (input, nth) => ({
    ...input,
    // An agent asked in between makes every way longer than drawn ends get.
    orchestrator: nth % 5 === 4 ? ('agent' as const) : ('rules' as const),
    isolation: { ...input.isolation, onPass: ways[nth] ?? ('merge' as const) },
  }),
)

/** Finds at its first reading what an earlier one has merged. */
const begunMission: Playbook<MissionInput, MissionState, AnyCommand> = {
  ...mission,
  initialState(input) {
    const landed = plainPlan.features.map(({ id }) => id)
    const state = mission.initialState({ ...input, carried: { proven: {}, landed } })
    const decision = mission.decide(state)
    const [first] = decision.type === 'end' ? [] : decision.commands
    invariant(first?.type === 'ReadDocuments', 'a mission starts by reading its documents')
    return begunBefore(first).reduce(mission.evolve, state)
  },
}

const simulatedSeeds = 40

/** The check of the base stands around a playbook, and is no state of it. */
const withoutBase = (seed: number) => randomMission(seed, 'off')

export async function missionStates(): Promise<StatePage> {
  const moves = new Map<string, Move>()
  const steps = new Map<string, { readonly from: string; readonly to: string; readonly by: Set<string> }>()
  const add = (step: Step<MissionState>): void => {
    for (const move of movesOf(step)) moves.set(Object.values(move).join(), move)
    const [from, to] = [mainOf(step.before), mainOf(step.after)]
    if (from === to) return
    const known = steps.get(`${from}, ${to}`) ?? { from, to, by: new Set() }
    steps.set(`${from}, ${to}`, { ...known, by: known.by.add(step.event.type) })
  }
  for (const playbook of [mission, begunMission])
    for (const step of explore({ playbook, twins: missionTwins, inputs, traits })) add(step)
  for await (const step of simulatedSteps(withoutBase, simulatedSeeds)) add(step)
  return {
    title: 'States of a mission',
    intro:
      'A place is the step of one feature, or of the documentation of some; as many features are under way at once as there are lanes, and one at a time goes from `sync` to `merge`. An arrow is the event that leads from it to another. A feature that rests waits for a decision of the run, and its event is the one that let the run decide. Events that keep the step (a rate limit, a stop) are not drawn.',
    moves: [...moves.values()],
    tables: [
      {
        title: 'The run itself',
        intro:
          'What the run is about beside the features that are under way, and what leads from one to the next.',
        columns: ['at', 'then', 'by'],
        rows: [...steps.values()].map(({ from, to, by }) => [from, to, [...by].sort(compared).join(', ')]),
      },
    ],
  }
}

function traits({
  main,
  flights,
  hurdle,
  due,
  smokeFailures,
  documents,
  input,
}: MissionState): readonly string[] {
  const features = documents?.features ?? []
  const run = `${mainOf({ main })} ${hurdle?.type}`
  return [
    `${run} ${flights.length} of ${input.isolation.lanes} ${input.orchestrator}`,
    `${run} ${due.length > 0} ${smokeFailures}`,
    `${run} ${features.filter(({ status }) => status === 'passed').length} passed`,
    ...flights.flatMap((flight) => {
      const place = stateOf(flight)
      const attempts = features.find(({ id }) => id === subjectOf(flight.task))?.attempts ?? 0
      return [
        `${flight.hurdle?.type} ${flight.isLetGo}`,
        `${attempts} ${flight.ruledAt !== null} ${flight.debugNotes !== null}`,
        `${input.crosscheck} ${input.uiQa !== null} ${input.smoke?.onFeaturePass}`,
        `${run}`,
        `${input.isolation.onPass}`,
        ...Object.entries(flight.retries).map(([kind, budget]) => `${kind} ${budget.limit - budget.used}`),
      ].map((trait) => `${place}: ${trait}`)
    }),
  ]
}

function movesOf({ before, event, after }: Step<MissionState>): readonly Move[] {
  const by = event.type
  return [
    ...after.flights.map((flight) => {
      const was = flightLike(before, flight)
      return { from: was === undefined ? outside : stateOf(was), by, to: stateOf(flight) }
    }),
    ...before.flights
      .filter((flight) => flightLike(after, flight) === undefined)
      .map((flight) => ({ from: stateOf(flight), by, to: outside })),
  ]
}

const flightLike = ({ flights }: MissionState, { task }: Flight): Flight | undefined =>
  flights.find((one) => subjectOf(one.task) === subjectOf(task))

const stateOf = ({ step }: Flight): string => {
  switch (step.type) {
    case 'open':
      return `lane for ${step.next}`
    case 'rest':
      return `rests ${step.why}`
    default:
      return step.type
  }
}

function mainOf({ main }: Pick<MissionState, 'main'>): string {
  switch (main.type) {
    case 'decided':
      return `decided ${main.decision.name}`
    case 'gate':
      return `gate: ${main.about.type}`
    case 'over':
      return `over: ${main.end}`
    default:
      return main.type
  }
}
