/** Owns what events make of a daemon's state. After each one, free lanes are filled. */
import { isOutcome } from '../../kernel/event.ts'
import { countEnd } from '../../work/dispatch.ts'
import { followed } from './after-merge.ts'
import { dispatchWork, takenUp, withWork } from './dispatch-work.ts'
import type { Event } from './effects.ts'
import { heard } from './heard.ts'
import { remember } from './history.ts'
import { looked } from './looked.ts'
import { rested } from './rested.ts'
import { type DaemonState, type Pause, worksIn } from './state.ts'

export function evolve(state: DaemonState, event: Event): DaemonState {
  const at = Math.max(state.at, event.at)
  if (isOutcome(event)) {
    const dispatched = isOfWork(event) ? state.dispatched : countEnd(state.dispatched, event.commandId)
    return dispatchWork(ended({ ...state, at, dispatched }, event), at)
  }
  switch (event.type) {
    case 'RunStarted':
    case 'RunResumed':
      return booted({ ...state, at }, at)
    default:
      return { ...state, at }
  }
}

/** Those are counted by the turns of their work, which are forgotten with it. */
const isOfWork = ({ type }: Event): boolean => type === 'WorkRested' || type === 'WorkChecked'

function ended(state: DaemonState, event: Extract<Event, { readonly commandId: unknown }>): DaemonState {
  switch (event.type) {
    case 'LookedAround':
      return looked(state, event)
    case 'OperatorHeard':
      return heard(state, event)
    case 'WorkChecked': {
      const work = state.work[event.work]
      if (work === undefined) return state
      const run = event.run ?? work.run
      const phase =
        event.heldBy === null
          ? ({ type: 'resting', until: event.at, why: 'its daemon ended' } as const)
          : ({ type: 'held', since: event.at, why: event.heldBy } as const)
      return withWork(state, { ...work, run, phase })
    }
    case 'WorkRested':
      return rested(state, event)
    case 'FreezeSet': {
      const isLifted = state.freezeWanted?.reason === null && event.problem === null
      const set = { ...state, freezeWanted: null, lifted: isLifted ? event.at : null }
      return event.problem === null ? set : remember(set, event.at, 'freeze_failed', null, event.problem)
    }
    case 'RunsReleased':
      return { ...state, releases: null }
    case 'MergeFollowed':
      return event.results.reduce((next, result) => followed(next, event, result), state)
  }
}

const draining = (since: number): Pause => ({
  why: 'operator',
  reason: 'it was told to drain before it ended',
  since,
})

/**
 * Every boot starts paused. What an earlier daemon drove is checked before anything is done about it, and what it saw
 * starts nothing any more: the first look of this boot says which plans there are, and how many lanes.
 */
function booted(state: DaemonState, at: number): DaemonState {
  const checked = worksIn(state, 'working', 'checking').reduce(
    (next, work) => takenUp(next, { ...work, phase: { type: 'checking' } }),
    state,
  )
  const kept = state.pause !== null && state.pause.why !== 'boot' ? state.pause : null
  const drained = state.mode === 'draining' ? draining(at) : null
  const pause = kept ?? drained ?? { why: 'boot', reason: 'every boot starts paused', since: at }
  const seen = state.seen === null ? null : { ...state.seen, digest: '', ready: [], config: null }
  return remember({ ...checked, mode: 'paused', pause, seen, releases: null }, at, 'booted')
}
