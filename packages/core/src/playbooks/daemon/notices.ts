/**
 * Owns what a daemon tells a person who does not watch. Gates are told by their runs, as soon as they open. A plan that
 * is merged is not told: that all of them are done is. Pure.
 */
import type { Notice } from '../../work/notices.ts'
import { openHooks } from './after-merge.ts'
import { liftFreeze } from './lift-freeze.ts'
import { type DaemonState, type Work, worksIn } from './state.ts'

/** All that holds in this state. Each is told once, by its key. */
export function daemonNotices(state: DaemonState): readonly Notice[] {
  return [
    ...worksIn(state, 'blocked').flatMap(blocked),
    ...paused(state),
    ...held(state),
    ...queuedThatEnded(state),
    ...nothingLeft(state),
  ]
}

function blocked({ id, kind, title, phase }: Work): readonly Notice[] {
  if (phase.type !== 'blocked') return []
  const text = `${id} ${title} is blocked: ${phase.reason}`
  const back = kind === 'queued' ? `, or take it back: harness daemon unqueue ${id}` : ''
  const next = `${phase.next} Try it again: harness daemon unblock ${id}${back}`
  return [
    {
      key: `daemon blocked ${id} ${phase.since}`,
      kind: 'needs-you',
      subject: id,
      text,
      next,
      at: phase.since,
    },
  ]
}

/** An operator knows of their own pause, and of the freeze that is theirs. */
function paused({ pause, seen }: DaemonState): readonly Notice[] {
  if (pause === null || pause.why === 'boot' || pause.why === 'operator') return []
  const { why, reason, since } = pause
  const common = { key: `daemon paused ${since}`, subject: 'daemon', at: since }
  if (why === 'release-ready')
    return [
      {
        ...common,
        kind: 'finished',
        text: `The product can be released: ${reason}`,
        next: 'harness daemon status',
      },
    ]
  const text =
    why === 'frozen' ? `It is frozen: ${reason}` : `It is paused, the product has drifted: ${reason}`
  const next =
    why === 'frozen'
      ? liftFreeze(seen)
      : 'Read the report, accept it with harness fidelity --accept -m "why", then harness daemon resume'
  return [{ ...common, kind: 'needs-you', text, next }]
}

/** A fault that is over after a moment is not told. */
const soonOver = 3

function held({ hold, seen, history }: DaemonState): readonly Notice[] {
  const found = seen?.trouble ?? (hold !== null && hold.times >= soonOver ? hold : null)
  if (found === null) return []
  const { reason, next } = found
  const since = history.findLast(({ event, detail }) => event === 'held' && detail === reason)?.at ?? 0
  const text = `Nothing can start: ${reason}`
  return [{ key: `daemon held ${since}`, kind: 'needs-you', subject: 'daemon', text, next, at: since }]
}

function queuedThatEnded({ history }: DaemonState): readonly Notice[] {
  return history.flatMap(({ event, planId, detail, at }) =>
    event === 'plan_completed' && planId?.startsWith('q') === true
      ? [
          {
            key: `daemon finished ${planId} ${at}`,
            kind: 'finished',
            subject: planId,
            text: `The queued command has finished: ${detail}`,
            next: 'harness runs',
            at,
          } as const,
        ]
      : [],
  )
}

/** Only a look that began after the last merge knows what that one made eligible. Audits may find more to do. */
function nothingLeft(state: DaemonState): readonly Notice[] {
  const { mode, seen, doneAt, runsFired, merges, at, hold } = state
  if (mode !== 'running' || seen === null || seen.trouble !== null || hold !== null || runsFired === 0)
    return []
  if (openHooks(state).length > 0 || seen.ready.length > 0 || Object.keys(doneAt).length > 0) return []
  if (worksIn(state, 'working', 'checking', 'resting', 'held').length > 0) return []
  const gates = worksIn(state, 'gate').length
  const stuck = worksIn(state, 'blocked').length
  const parts = [
    `${merges.count} merged`,
    ...(gates > 0 ? [`${gates} at a gate`] : []),
    ...(stuck > 0 ? [`${stuck} blocked`] : []),
    ...(seen.behind.count > 0 ? [`${seen.behind.count} behind those`] : []),
  ]
  const text = `The daemon has nothing left to do: ${parts.join(', ')}.`
  return [
    {
      key: `daemon idle ${runsFired} ${merges.count} ${gates} ${stuck}`,
      kind: 'finished',
      subject: 'daemon',
      text,
      next: 'harness daemon status',
      at,
    },
  ]
}
