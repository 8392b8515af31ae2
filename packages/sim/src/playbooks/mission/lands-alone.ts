import type { Event } from '@harness/core/playbooks/mission/state/effects'
import { type FlightStep, subjectOf } from '@harness/core/playbooks/mission/state/flight'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'

/** Between the base that was brought in and the merge into it. */
const landing: ReadonlySet<FlightStep['type']> = new Set([
  'sync',
  'resolve',
  'checks',
  'validate',
  'smoke',
  'capture',
  'ui-qa',
  'crosscheck',
  'approved',
  'merge',
])

/**
 * At most one has the base for itself: what is validated is what is merged, and no validator is paid twice for it. Where people
 * merge, nothing of it moves the base: one is documented and checked again while the next is validated.
 */
export const landsAlone = ({ isolation }: Pick<MissionInput, 'isolation'>): Checker<MissionState, Event> => ({
  name: 'lands alone',
  folded(_, { flights }) {
    if (isolation.onPass !== 'merge') return null
    const names = flights.filter(({ step }) => landing.has(step.type)).map(({ task }) => subjectOf(task))
    return names.length > 1 ? `${names.join(' and ')} land at once` : null
  },
})
