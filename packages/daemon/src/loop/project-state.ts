/**
 * Owns what `state.json` says of the daemon: a projection of its journal. What runs say of themselves there stays. The
 * names of the fields are those that tools of such repositories read.
 */
import type { DaemonState, Work } from '@harness/core/playbooks/daemon/state'
import { worksIn } from '@harness/core/playbooks/daemon/state'
import type { DaemonState as StateFile } from '@harness/formats/records/daemon-state'
import { printMoment } from '@harness/formats/text/moment'
import { logPathOf } from '@harness/shell/store/sidecars/run-log'
import { projectHistory } from './project-history.ts'

/** `pid` is null once the daemon has ended: it is paused when it starts again. */
export function projectDaemon(
  file: StateFile,
  state: DaemonState,
  { pid, stateDir }: { readonly pid: number | null; readonly stateDir: string },
): StateFile {
  const active = activeWork(file, state)
  return {
    ...file,
    mode: pid === null ? 'paused' : modeOf(state),
    lastMergeSha: state.merges.lastSha ?? file.lastMergeSha,
    active: active === null ? null : activeOf(file, active, stateDir),
    blocked: blockedOf(state),
    history: [...projectHistory(file.history, state.history)],
    runsFired: state.runsFired,
    daemon: {
      pid,
      draining: state.mode === 'draining',
      revision: state.seen?.config?.revision ?? null,
      lanes: state.seen?.config?.settings.lanes ?? null,
      pause: shownPause(state),
      hold: shownHold(state),
      work: Object.values(state.work).map(shownWork),
    },
  }
}

/** In the words of the source: a daemon that runs and has nothing to do is idle. */
export function modeOf(state: DaemonState): StateFile['mode'] {
  switch (state.mode) {
    case 'stopping':
      return 'stopping'
    case 'running':
      return worksIn(state, 'working', 'checking').length > 0 ? 'running' : 'idle'
    default:
      return 'paused'
  }
}

/** Of several plans in work, the one that its run made the active one, so that it does not change without need. */
export function activeWork(file: Pick<StateFile, 'active'> | null, state: DaemonState): Work | null {
  const plans = worksIn(state, 'working', 'checking').filter(({ kind }) => kind === 'plan')
  return plans.find(({ id }) => id === file?.active?.planId) ?? plans[0] ?? null
}

function activeOf(
  file: StateFile,
  { id, startedAt, rateLimits, phase }: Work,
  stateDir: string,
): StateFile['active'] {
  const known = file.active?.planId === id ? file.active : activeRun(file.runs[id], id, stateDir)
  return {
    ...known,
    planId: id,
    startedAt: startedAt === null ? null : printMoment(startedAt),
    rateLimitRetries: rateLimits,
    checking: phase.type === 'checking',
  }
}

/** Nulls if no run has begun. */
function activeRun(run: StateFile['runs'][string] | undefined, planId: string, stateDir: string) {
  if (run === undefined) return { runId: null, branch: null, logPath: null }
  const runId = run.run.slice(planId.length + 1)
  return { runId, branch: run.branch ?? null, logPath: logPathOf(stateDir, planId, runId) }
}

export interface ShownPause {
  readonly why: string
  readonly reason: string
  readonly since: string
}

export const shownPause = ({ pause }: DaemonState): ShownPause | null =>
  pause === null ? null : { why: pause.why, reason: pause.reason, since: printMoment(pause.since) }

export interface ShownHold {
  readonly reason: string
  readonly since: string
  readonly next: string
  /** Null if it holds until people have done something. */
  readonly until: string | null
}

export function shownHold({ seen, hold, at, history }: DaemonState): ShownHold | null {
  const trouble = seen?.trouble ?? null
  if (trouble !== null) {
    const { reason, next } = trouble
    const since = history.findLast(({ event, detail }) => event === 'held' && detail === reason)?.at ?? at
    return { reason, since: printMoment(since), next, until: null }
  }
  return hold === null || hold.until <= at
    ? null
    : {
        reason: hold.reason,
        since: printMoment(hold.since),
        next: hold.next,
        until: printMoment(hold.until),
      }
}

export const blockedOf = (state: DaemonState): StateFile['blocked'] =>
  Object.fromEntries(
    worksIn(state, 'blocked').flatMap(({ id, kind, phase, retries }) =>
      phase.type === 'blocked' && kind === 'plan'
        ? [[id, { reason: phase.reason, blockedAt: printMoment(phase.since), retries, next: phase.next }]]
        : [],
    ),
  )

export interface ShownWork {
  readonly id: string
  readonly kind: Work['kind']
  readonly title: string
  readonly run: string | null
  readonly state: Work['phase']['type']
  readonly reason: string
  /** Null if it has not started. */
  readonly since: string | null
  /** Until when it rests; null if it does not. */
  readonly until: string | null
  readonly next: string
}

export function shownWork(work: Work): ShownWork {
  const { id, kind, title, run, phase, startedAt } = work
  const common = { id, kind, title, run, state: phase.type, until: null }
  const began = startedAt === null ? null : printMoment(startedAt)
  const looks = run === null ? `harness daemon logs ${id}` : `harness show ${run}`
  switch (phase.type) {
    case 'checking':
      return { ...common, reason: 'it is not known yet if its run still lives', since: began, next: looks }
    case 'working':
      return { ...common, reason: '', since: began, next: looks }
    case 'resting':
      return { ...common, reason: phase.why, since: began, until: printMoment(phase.until), next: looks }
    case 'gate':
      return { ...common, reason: phase.question, since: printMoment(phase.since), next: phase.next }
    case 'held':
      return { ...common, reason: phase.why, since: printMoment(phase.since), next: looks }
    case 'blocked':
      return { ...common, reason: phase.reason, since: printMoment(phase.since), next: phase.next }
  }
}
