/** Owns the page of a mission's states: the way of a feature, and beside it what the run itself is about. */

import type { AnyCommand } from '@harness/core/kernel/effect'
import { invariant } from '@harness/core/kernel/invariant'
import type { Playbook } from '@harness/core/kernel/playbook'
import { mission } from '@harness/core/playbooks/mission/playbook'
import { type Flight, subjectOf } from '@harness/core/playbooks/mission/state/flight'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState, Phase } from '@harness/core/playbooks/mission/state/state'
import { seededRandom } from '../engine/random.ts'
import { begunBefore } from '../playbooks/mission/drawn-documents.ts'
import { drawnInput, plainPlan } from '../playbooks/mission/input.ts'
import { missionTwins } from '../playbooks/mission/mission-twins.ts'
import { randomMission } from '../playbooks/mission/random-mission.ts'
import { explore, type Step } from './explore.ts'
import { simulatedSteps } from './simulated-steps.ts'
import { compared, type Move, type StatePage } from './state-page.ts'

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
  const add = ({ before, event, after }: Step<MissionState>): void => {
    const move = { from: before.at.phase, by: event.type, to: after.at.phase }
    if (move.from !== move.to) moves.set(Object.values(move).join(), move)
    for (const { from, to } of stepsBetween(before, after)) {
      const known = steps.get(`${from}, ${to}`) ?? { from, to, by: new Set() }
      steps.set(`${from}, ${to}`, { ...known, by: known.by.add(event.type) })
    }
  }
  for (const playbook of [mission, begunMission])
    for (const step of explore({ playbook, twins: missionTwins, inputs, traits })) add(step)
  for await (const step of simulatedSteps(withoutBase, simulatedSeeds)) add(step)
  return {
    title: 'States of a mission',
    intro:
      'A place is a phase of the state: what the run itself is about, while features are worked on beside it. `read` comes before decisions, `idle` decides as soon as there is something to decide, and `gate` waits for a person. An arrow is the event that leads from one phase to another. Events that keep the phase are not drawn.',
    moves: [...moves.values()],
    tables: [
      {
        title: 'A feature under way',
        intro:
          'As many features are under way at once as there are lanes. One at a time goes from `sync` to `merge`. A feature that rests waits for a decision; `stuck` waits for a person.',
        columns: ['at', 'then', 'by'],
        rows: [...steps.values()].map(({ from, to, by }) => [from, to, [...by].sort(compared).join(', ')]),
      },
    ],
  }
}

function traits({ at, flights, hurdle, smokeFailures, documents, input }: MissionState): readonly string[] {
  const features = documents?.features ?? []
  const run = `${phaseOf(at)} ${hurdle?.type}`
  return [
    `${run} ${flights.length} of ${input.isolation.lanes} ${input.orchestrator}`,
    `${run} ${smokeFailures}`,
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

const begins = 'begins'
const ends = 'ends'

function stepsBetween(before: MissionState, after: MissionState) {
  const moved = after.flights.map((flight) => {
    const was = flightLike(before, flight)
    return { from: was === undefined ? begins : stateOf(was), to: stateOf(flight) }
  })
  const gone = before.flights.filter((flight) => flightLike(after, flight) === undefined)
  return [...moved, ...gone.map((flight) => ({ from: stateOf(flight), to: ends }))].filter(
    ({ from, to }) => from !== to,
  )
}

const flightLike = ({ flights }: MissionState, { task }: Flight): Flight | undefined =>
  flights.find((one) => subjectOf(one.task) === subjectOf(task))

const stateOf = ({ step }: Flight): string => (step.type === 'rest' ? `rests ${step.why}` : step.type)

function phaseOf(at: Phase): string {
  switch (at.phase) {
    case 'decided':
      return `decided ${at.decision.name}`
    case 'gate':
      return `gate: ${at.about.type}`
    case 'over':
      return `over: ${at.end}`
    default:
      return at.phase
  }
}
