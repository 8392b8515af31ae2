/** Owns what each event does to the check of the base: lanes that wait for it, its verdict, and an answer. Pure. */

import type { GateAnswered } from '../effects/ask-human.ts'
import type { BaseChecked } from '../effects/check-base.ts'
import type { LaneClosed } from '../effects/close-lane.ts'
import type { CommandFailed } from '../effects/command-failed.ts'
import type { ForgeFailed } from '../effects/forge-failed.ts'
import type { LaneOpened, OpenLane } from '../effects/open-lane.ts'
import type { TimerFired } from '../effects/wake-at.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { type CommandId, type LaneName, phaseOf, subjectIn } from '../kernel/ids.ts'
import { hinderedBy, liftStop } from './attempts.ts'
import { type BaseFirst, canReopen, isInPlace, isUnsettled } from './base-first-state.ts'
import { baseChoice } from './base-gate.ts'
import { countEnd } from './dispatch.ts'
import { excuseOf } from './red-on-base.ts'

/** The phase of the commands that belong to the check of the base, and to no playbook. */
export const basePhase = 'base-first'

export const isBaseCommand = (id: CommandId): boolean => phaseOf(id) === basePhase

export type BaseOutcome =
  | LaneClosed
  | BaseChecked
  | LaneOpened
  | GateAnswered
  | TimerFired
  | ForgeFailed
  | CommandFailed

/** The first agent waits until the checks on the base have ended. */
export const withLane = (base: BaseFirst, open: OpenLane, opened: LaneOpened): BaseFirst => ({
  ...base,
  step: base.step === 'idle' ? 'check' : base.step,
  lanes: [
    ...base.lanes,
    {
      open,
      opened,
      isTold: base.mode === 'beside' && base.step !== 'abandoned',
      isStale: false,
      isClosed: false,
    },
  ],
})

/** `isFine` says if a check that ran counts as green. */
export function outcomeOfBase(
  before: BaseFirst,
  event: BaseOutcome,
  isFine: (item: Evidence) => boolean,
): BaseFirst {
  const base = { ...before, dispatched: countEnd(before.dispatched, event.commandId) }
  switch (event.type) {
    case 'BaseChecked':
      return checked(base, event, isFine)
    case 'LaneOpened':
      return reopened(base, event)
    case 'GateAnswered':
      return answered(base, event)
    case 'LaneClosed':
      return closed(base, event.commandId)
    default:
      return base.step === 'abandoned' ? closed(base, event.commandId) : (hinderedBy(base, event) ?? base)
  }
}

function checked(
  base: BaseFirst,
  { commit, evidence }: BaseChecked,
  isFine: (item: Evidence) => boolean,
): BaseFirst {
  const red = evidence.filter((item) => !isFine(item))
  if (red.length > 0) return { ...base, step: 'ask', red, redCommit: commit }
  // The newest base is green, and the lane stands on the red one: there it is excused, until the new base is in the lane.
  const excuses = base.newest ? base.red.map((item) => excuseOf(item, base.redCommit)) : []
  return { ...base, step: 'settled', excuses, red: [], redCommit: null }
}

/** A lane that could not be closed is left as it is. */
const closed = (base: BaseFirst, id: CommandId): BaseFirst => ({
  ...base,
  lanes: base.lanes.map((lane) =>
    subjectIn(id) === closeSubject(lane.open.lane) ? { ...lane, isClosed: true } : lane,
  ),
})

export const closeSubject = (lane: LaneName): string => `close-${lane}`

function reopened(base: BaseFirst, opened: LaneOpened): BaseFirst {
  const lanes = base.lanes.map((lane) =>
    lane.open.lane === opened.lane ? { ...lane, opened, isStale: false } : lane,
  )
  return { ...base, lanes, step: lanes.some(({ isStale }) => isStale) ? 'open' : 'check' }
}

function answered(base: BaseFirst, { at, answer }: GateAnswered): BaseFirst {
  switch (answer.choice) {
    case baseChoice.again:
      return lookAgain(base)
    case baseChoice.goOn:
      return {
        ...base,
        step: 'settled',
        excuses: base.red.map((item) => excuseOf(item, null)),
        waiver: { by: answer.by, at, why: answer.reason },
      }
    default:
      return { ...base, step: 'abandoned' }
  }
}

/** Lanes without work are opened again at the newest base. Otherwise only the newest base is looked at. */
const lookAgain = (base: BaseFirst): BaseFirst =>
  canReopen(base)
    ? { ...base, step: 'open', lanes: base.lanes.map((lane) => ({ ...lane, isStale: true })) }
    : { ...base, step: 'check', newest: !isInPlace(base) }

/** A person resumed the run: what stopped it may be gone, and the base may be another one. */
export function resumed(base: BaseFirst): BaseFirst {
  if (base.hurdle?.type !== 'stop') return base
  const lifted = liftStop(base)
  return isUnsettled(base) && base.step !== 'idle' ? lookAgain(lifted) : lifted
}
