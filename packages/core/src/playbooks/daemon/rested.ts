/** Owns what becomes of work whose run rests: it is done, waits for a person, is tried again later, or is blocked. */
import { exitCode } from '../../kernel/exit-code.ts'
import { minuteMs } from '../../kernel/minute.ts'
import { backoffMs } from '../../kernel/retry-budget.ts'
import { landed } from './after-merge.ts'
import { withoutWork, withWork } from './dispatch-work.ts'
import type { WorkRested } from './effects.ts'
import { remember } from './history.ts'
import type { Rest } from './rest.ts'
import type { DaemonState, Work, WorkPhase } from './state.ts'

export function rested(state: DaemonState, { work: id, run, rest, at }: WorkRested): DaemonState {
  const before = state.work[id]
  if (before === undefined) return state
  const work = { ...before, run: run ?? before.run }
  switch (rest.type) {
    case 'done':
      return rest.verified
        ? done(state, work, rest, at)
        : blocked(
            state,
            work,
            at,
            unverified(rest.detail),
            'Look at the base branch and the report of the run.',
          )
    case 'gate':
      return remember(
        resting(state, work, { type: 'gate', since: at, question: rest.question, next: rest.next }),
        at,
        'plan_waiting',
        id,
        rest.question,
      )
    case 'blocked':
      return blocked(state, work, at, rest.reason, rest.next)
    case 'paused':
      return rest.exitCode === exitCode.rateLimited
        ? rateLimited(state, work, rest, at)
        : restarted(state, work, rest, at)
    case 'interrupted':
      return rest.why === 'stopped'
        ? blocked(state, work, at, 'A person stopped its run.', `Resume it: harness daemon unblock ${id}`)
        : resting(state, work, { type: 'resting', until: at, why: 'was interrupted' })
    case 'refused':
      return refused(state, work, rest, at)
  }
}

const unverified = (detail: string): string =>
  `Its run says that it is done, but the base branch does not show it: ${detail}`

const resting = (state: DaemonState, work: Work, phase: WorkPhase): DaemonState =>
  withWork(state, { ...work, phase })

function done(
  state: DaemonState,
  { id, kind }: Work,
  rest: Extract<Rest, { type: 'done' }>,
  at: number,
): DaemonState {
  const told = completed({ ...state, hold: null }, id, rest.merged ?? rest.detail, at)
  return rest.merged === null || kind !== 'plan' ? told : { ...told, merges: oneMore(told, rest.merged) }
}

const completed = (state: DaemonState, id: string, detail: string, at: number): DaemonState =>
  remember(
    { ...withoutWork(state, id), doneAt: { ...state.doneAt, [id]: at } },
    at,
    'plan_completed',
    id,
    detail,
  )

/** A look may have seen the merge before its run rested, without knowing whose it is. */
function oneMore({ merges, history }: DaemonState, lastSha: string): DaemonState['merges'] {
  const isSeen = history.some(
    ({ event, planId, detail }) => event === 'merge_observed' && planId === null && detail === lastSha,
  )
  return { ...(isSeen ? merges : landed(merges)), count: merges.count + 1, lastSha, gateDue: true }
}

const blocked = (state: DaemonState, work: Work, at: number, reason: string, next: string): DaemonState =>
  remember(
    resting(state, work, { type: 'blocked', since: at, reason, next }),
    at,
    'plan_blocked',
    work.id,
    reason,
  )

/** The run has waited by itself before it gave up, so that these back-offs come on top. */
function rateLimited(
  state: DaemonState,
  work: Work,
  { reason, next }: Extract<Rest, { type: 'paused' }>,
  at: number,
): DaemonState {
  const { rateLimitBackoffMs, maxRateLimitRetries } = limitsOf(state)
  if (work.rateLimits >= maxRateLimitRetries)
    return blocked(state, work, at, `${reason} It was tried again ${work.rateLimits} times.`, next)
  const until = at + backoffMs(1, rateLimitBackoffMs, work.id)
  const again = { ...work, rateLimits: work.rateLimits + 1 }
  return remember(
    resting(state, again, { type: 'resting', until, why: reason }),
    at,
    'rate_limit_backoff',
    work.id,
    reason,
  )
}

const longestPauseMs = 15 * minuteMs

function restarted(
  state: DaemonState,
  work: Work,
  { reason, next }: Extract<Rest, { type: 'paused' }>,
  at: number,
): DaemonState {
  if (work.restarts >= limitsOf(state).maxRestarts)
    return blocked(state, work, at, `${reason} It was resumed ${work.restarts} times.`, next)
  const pause = Math.min(longestPauseMs, backoffMs(work.restarts + 1, minuteMs, work.id))
  const again = { ...work, restarts: work.restarts + 1 }
  return remember(
    resting(state, again, { type: 'resting', until: at + pause, why: reason }),
    at,
    'restart_backoff',
    work.id,
    reason,
  )
}

const ofOneRun: ReadonlySet<string> = new Set([
  'completed-plan-exists',
  'run-empty',
  'run-of-other-version',
  'unexpected',
  'usage',
])

/** Mistakes of one plan; every other refusal is about the repository or the machine. */
const isOfThePlan = (code: string): boolean => code.startsWith('plan-') || ofOneRun.has(code)

/** It has begun nothing. It is a candidate again as soon as a look that begins after this finds that it can start. */
function notYet(state: DaemonState, { id }: Work, reason: string, at: number): DaemonState {
  const left = { ...withoutWork(state, id), doneAt: { ...state.doneAt, [id]: at } }
  return remember({ ...left, runsFired: left.runsFired - 1 }, at, 'plan_waiting', id, reason)
}

function refused(
  state: DaemonState,
  work: Work,
  { code, exitCode: exit, reason, next }: Extract<Rest, { type: 'refused' }>,
  at: number,
): DaemonState {
  if (exit === exitCode.heldByAnother) return resting(state, work, { type: 'held', since: at, why: reason })
  if (work.kind === 'plan' && code === 'plan-waits') return notYet(state, work, reason, at)
  if (work.kind === 'plan' && code === 'plan-not-on-base')
    return restarted(state, work, { type: 'paused', exitCode: exit, reason, next }, at)
  if (exit === exitCode.stateDamaged || isOfThePlan(code) || work.kind === 'queued')
    return blocked(state, work, at, reason, next)
  const times = state.hold?.code === code ? state.hold.times + 1 : 1
  const until = at + Math.min(longestPauseMs, backoffMs(times, minuteMs / 2, code))
  const since = state.hold?.code === code ? state.hold.since : at
  const waiting = resting(state, work, { type: 'resting', until: at, why: reason })
  const held = { ...waiting, hold: { code, reason, next, since, until, times } }
  return times === 1 ? remember(held, at, 'held', work.id, reason) : held
}

/** Before the first look nothing has run. */
const limitsOf = ({ seen }: DaemonState) =>
  seen?.config?.settings ?? { rateLimitBackoffMs: 0, maxRateLimitRetries: 0, maxRestarts: 0 }
