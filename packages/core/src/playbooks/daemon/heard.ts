/** Owns what an operator's word does. */
import { newWork, withoutWork, withWork } from './dispatch-work.ts'
import type { OperatorHeard } from './effects.ts'
import { remember } from './history.ts'
import { liftFreeze } from './lift-freeze.ts'
import { paused } from './modes.ts'
import type { DaemonState } from './state.ts'
import type { OperatorWord } from './words.ts'

export function heard(state: DaemonState, { word, by, at }: OperatorHeard): DaemonState {
  switch (word.type) {
    case 'pause': {
      const reason = word.reason === '' ? `by ${by}` : word.reason
      return paused(remember(state, at, 'paused', null, reason), { why: 'operator', reason, since: at })
    }
    case 'resume':
      return refusalOf(state, word) !== null
        ? state
        : remember({ ...state, mode: 'running', pause: null, hold: null }, at, 'resumed', null, `by ${by}`)
    case 'begin':
      return state.mode === 'paused' && state.pause?.why === 'boot'
        ? remember({ ...state, mode: 'running', pause: null }, at, 'resumed', null, `by ${by}`)
        : state
    case 'drain':
      return refusalOf(state, word) !== null
        ? state
        : remember({ ...state, mode: 'draining' }, at, 'draining', null, `by ${by}`)
    case 'stop':
    case 'stop-now':
      return remember(
        { ...state, mode: 'stopping', releases: word.type === 'stop' ? 'sleeping' : 'all' },
        at,
        'stopping',
        null,
        `by ${by}`,
      )
    case 'freeze':
      return paused(
        { ...state, freezeWanted: { reason: word.reason === '' ? `frozen by ${by}` : word.reason } },
        { why: 'frozen', reason: word.reason === '' ? `by ${by}` : word.reason, since: at },
      )
    case 'unfreeze':
      return { ...state, freezeWanted: { reason: null } }
    case 'unblock':
      return unblocked(state, word.id, at)
    case 'queue': {
      const id = `q${state.queued + 1}`
      const args = word.args
      const phase = { type: 'resting', until: at, why: 'waits for a lane' } as const
      const work = newWork({ id, kind: 'queued', title: args.join(' '), args }, phase)
      return remember(withWork({ ...state, queued: state.queued + 1 }, work), at, 'queued', id, work.title)
    }
    case 'unqueue':
      return isQueued(state, word.id) ? withoutWork(state, word.id) : state
  }
}

/** Why a word is refused, with the next step: it would do nothing now. Null if it is heeded. */
export function refusalOf(
  { mode, seen, freezeWanted }: DaemonState,
  { type }: OperatorWord,
): { readonly code: 'stopping' | 'frozen'; readonly reason: string; readonly next: string } | null {
  if (mode === 'stopping' && (type === 'resume' || type === 'drain' || type === 'queue'))
    return {
      code: 'stopping',
      reason: 'The daemon is stopping: it lets runs in flight finish, and goes on stopping.',
      next: 'Start it again once it has ended: harness daemon start',
    }
  const reason = freezeWanted === null ? seen?.frozen : freezeWanted.reason
  if (type !== 'resume' || reason == null) return null
  return {
    code: 'frozen',
    reason: `The repository is frozen: ${reason}`,
    next: liftFreeze(seen),
  }
}

/** If a queued command can be taken back: it has not started, or it is blocked. */
export const isQueued = ({ work }: Pick<DaemonState, 'work'>, id: string): boolean =>
  work[id]?.kind === 'queued' && (work[id].startedAt === null || work[id].phase.type === 'blocked')

/** If `unblock` has something to do. */
export const isBlocked = ({ work }: Pick<DaemonState, 'work'>, id: string): boolean =>
  work[id]?.phase.type === 'blocked'

function unblocked(state: DaemonState, id: string, at: number): DaemonState {
  const work = state.work[id]
  if (work === undefined || !isBlocked(state, id)) return state
  const phase = { type: 'resting', until: at, why: 'was unblocked' } as const
  const again = { ...work, phase, rateLimits: 0, restarts: 0, retries: work.retries + 1 }
  return remember(withWork(state, again), at, 'plan_unblocked', id)
}
