/** Owns which work starts now: as many as there are lanes, queued commands first, then plans by urgency. Pure. */
import type { Candidate } from './facts.ts'
import { remember } from './history.ts'
import { type DaemonState, type Work, type WorkPhase, worksIn } from './state.ts'

/** Fills free lanes. To be called after every event, with its moment. */
export const dispatchWork = (state: DaemonState, at: number): DaemonState => withoutTaken(filled(state, at))

/** What the daemon works on is no candidate any more, also after it is done. */
function withoutTaken(state: DaemonState): DaemonState {
  const { seen, work } = state
  if (seen === null || seen.ready.every(({ id }) => work[id] === undefined)) return state
  return { ...state, seen: { ...seen, ready: seen.ready.filter(({ id }) => work[id] === undefined) } }
}

function filled(state: DaemonState, at: number): DaemonState {
  let next = adoptStandings(state, at)
  if (!mayStart(next, at)) return next
  let free = (next.seen?.config?.settings.lanes ?? 0) - worksIn(next, 'working', 'checking').length
  for (const work of dueWork(next, at)) {
    if (free-- <= 0) return next
    next = started(next, work, at)
  }
  for (const { id, title } of next.seen?.ready ?? []) {
    if (next.work[id] !== undefined) continue
    if (free-- <= 0) return next
    next = started(next, newWork({ id, kind: 'plan', title, args: ['run', id] }), at)
  }
  return next
}

/** If nothing but a free lane is needed to start something. */
const mayStart = ({ mode, seen, hold }: DaemonState, at: number): boolean =>
  mode === 'running' &&
  seen !== null &&
  seen.config !== null &&
  seen.trouble === null &&
  seen.frozen === null &&
  (hold === null || hold.until <= at) &&
  (seen.closedUntil === null || seen.closedUntil <= at)

/** Queued commands before plans, each in the order in which they came. */
function dueWork(state: DaemonState, at: number): readonly Work[] {
  const due = worksIn(state, 'resting').filter(({ phase }) => phase.type === 'resting' && phase.until <= at)
  return [...due.filter(({ kind }) => kind === 'queued'), ...due.filter(({ kind }) => kind === 'plan')]
}

export const newWork = (
  what: Pick<Work, 'id' | 'kind' | 'title' | 'args'>,
  phase: WorkPhase = { type: 'working' },
): Work => ({
  ...what,
  run: null,
  phase,
  turn: 0,
  startedAt: null,
  rateLimits: 0,
  restarts: 0,
  retries: 0,
})

const started = (state: DaemonState, work: Work, at: number): DaemonState => {
  const startedAt = work.startedAt ?? at
  const next = takenUp(state, { ...work, startedAt, phase: { type: 'working' } })
  return work.startedAt !== null
    ? next
    : remember({ ...next, runsFired: next.runsFired + 1 }, at, 'plan_started', work.id, work.title)
}

/** A candidate that waits for a person, is held or was blocked by its last run is not started, and told of. */
function adoptStandings(state: DaemonState, at: number): DaemonState {
  const fresh = (state.seen?.ready ?? []).filter(
    ({ id, standing }) => standing.type !== 'free' && state.work[id] === undefined,
  )
  return fresh.reduce((next, candidate) => adopted(next, candidate, at), state)
}

function adopted(state: DaemonState, { id, title, standing }: Candidate, at: number): DaemonState {
  const work = newWork({ id, kind: 'plan', title, args: ['run', id] })
  switch (standing.type) {
    case 'gate':
      return withWork(state, { ...work, phase: { ...standing, type: 'gate', since: at } })
    case 'held':
      return withWork(state, { ...work, phase: { type: 'held', since: at, why: standing.why } })
    case 'blocked': {
      const phase = { type: 'blocked', since: at, reason: standing.why, next: standing.next } as const
      return remember(withWork(state, { ...work, phase }), at, 'plan_blocked', id, standing.why)
    }
    default:
      return state
  }
}

export const withWork = (state: DaemonState, work: Work): DaemonState => ({
  ...state,
  work: { ...state.work, [work.id]: work },
})

/** With a turn of its own, by which its commands are known. */
export function takenUp(state: DaemonState, work: Work): DaemonState {
  const turn = state.turns + 1
  return withWork({ ...state, turns: turn }, { ...work, turn })
}

export const withoutWork = (state: DaemonState, id: string): DaemonState => ({
  ...state,
  work: Object.fromEntries(Object.entries(state.work).filter(([key]) => key !== id)),
})
