/** Owns how a mission ends that a person gives up: documents and lanes stay, and a new mission continues with the plan. */
import type { RunEnd } from '../../kernel/event.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { subjectOf } from './state/flight.ts'
import type { MissionState } from './state/state.ts'
import { missionReport } from './telling/ending.ts'

/** Null once it has come to its end: what is left to do then is done by going on. */
export function givenUp(state: MissionState, by: string, reason: string): RunEnd | null {
  if (state.at.phase === 'over') return null
  return givenUpEnd({
    by,
    reason,
    next: [...lanesLeft(state), beginning(state)].join(' '),
    report: (why) => missionReport(blockedBy(state, why), why),
  })
}

export const blockedBy = (state: MissionState, why: string): MissionState => ({
  ...state,
  hurdle: null,
  at: { phase: 'over', end: 'refused', why },
})

const beginning = ({ documents }: MissionState): string =>
  documents?.features == null
    ? 'Start again: harness mission'
    : 'Start again on the same plan: harness mission; to plan again, move .harness/features.json and .harness/validation-contract.md away first.'

function lanesLeft({ flights }: MissionState): readonly string[] {
  const lanes = flights.flatMap(({ task, lane }) =>
    lane === null ? [] : [`${subjectOf(task)} on ${lane.branch}`],
  )
  return lanes.length === 0
    ? []
    : [
        `Its lanes stay: ${lanes.join(', ')}. A mission that needs one of them keeps what is in it, and says where.`,
      ]
}
