/** Owns what a mission tells of a state: features, claims, lanes, and what it waits for. Pure. */
import type { Gate } from '@harness/core/kernel/gate'
import type { Hurdle } from '@harness/core/kernel/hurdle'
import { droppedOf, namesDropped } from '@harness/core/playbooks/mission/documents/dropped'
import { namesUnmerged } from '@harness/core/playbooks/mission/documents/passed'
import { subjectOf } from '@harness/core/playbooks/mission/state/flight'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { GivenReport, PathOf, Sleep } from '../../engine/run-report.ts'
import { countClaims, featureLine, heldClaims } from './mission-facts.ts'

export function missionReport(state: MissionState, pathOf: PathOf): GivenReport {
  const { documents, flights, input } = state
  const features = documents?.features ?? []
  const contract = documents?.contract ?? []
  const dropped = droppedOf(state)
  const held = heldClaims(contract)
  return {
    title: input.specPath,
    about: `the mission of ${input.specPath}`,
    label: 'mission',
    heading: input.specPath,
    phase: missionPhase(state),
    baseBranch: input.baseBranch,
    isOver: state.at.phase === 'over',
    gate: gateOf(state),
    sleep: sleepOf(state),
    warnings: state.notes.slice(state.notesSaid),
    warningsIn: 'note',
    sections: [
      { title: 'Features', lines: features.map((feature) => featureLine(feature, held)) },
      { title: 'By hand', lines: state.byHand },
      { title: 'Dropped', lines: dropped.map((one) => namesDropped([one])) },
      { title: 'Not merged yet', lines: state.unmerged.map((one) => namesUnmerged([one])) },
      {
        title: 'Lanes',
        lines: flights.flatMap(({ task, step, lane }) =>
          lane === null ? [] : [`${subjectOf(task)} at ${step.type}: ${pathOf(lane.path)} on ${lane.branch}`],
        ),
      },
    ],
    fields: {
      spec: input.specPath,
      iterations: state.iteration,
      features,
      claims: contract,
      byHand: state.byHand,
      dropped,
      unmerged: state.unmerged,
      lanes: flights.map(({ task, step, lane }) => ({
        feature: subjectOf(task),
        step: step.type,
        branch: lane?.branch ?? null,
        path: lane === null ? null : pathOf(lane.path),
      })),
    },
  }
}

/** What a program is told of a mission when a process lets go of it. */
export const missionFields = (state: MissionState): Readonly<Record<string, unknown>> => ({
  spec: state.input.specPath,
  iterations: state.iteration,
  features: countFeatures(state),
  claims: countClaims(state.documents?.contract ?? [], droppedOf(state)),
  byHand: state.byHand,
  dropped: droppedOf(state),
  unmerged: state.unmerged,
})

function countFeatures({ documents }: MissionState): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status } of documents?.features ?? []) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Planning, building so many features, or about to end. */
function missionPhase({ at, flights, documents }: MissionState): string {
  if (at.phase === 'over') return at.end
  if (documents?.features == null) return 'planning'
  const wanted = documents.features.filter(({ status }) => status !== 'blocked')
  const passed = wanted.filter(({ status }) => status === 'passed').length
  const under = flights.length === 0 ? '' : `, ${flights.length} under way`
  return `${passed} of ${wanted.length} passed${under}`
}

const hurdlesOf = ({ hurdle, flights }: MissionState): readonly (Hurdle | null)[] => [
  hurdle,
  ...flights.map((flight) => flight.hurdle),
]

function gateOf(state: MissionState): Gate | null {
  return state.at.phase === 'gate' ? state.at.gate : null
}

/** The whole run sleeps only if nothing else is under way. */
function sleepOf(state: MissionState): Sleep | null {
  const sleeps = hurdlesOf(state).flatMap((hurdle) => (hurdle?.type === 'sleep' ? [hurdle] : []))
  if (sleeps.length === 0 || Object.keys(state.reserved).length > 0) return null
  return sleeps.reduce((first, one) => (one.until < first.until ? one : first))
}
