/**
 * Owns what `state.json` says of the daemon: a projection of its journal. What runs say of themselves there stays. The
 * names of the fields are those that tools of such repositories read.
 */
import type { DaemonState, Work } from '@harness/core/playbooks/daemon/state'
import { worksIn } from '@harness/core/playbooks/daemon/state'
import type { DaemonState as StateFile } from '@harness/formats/records/daemon-state'
import { printMoment } from '@harness/formats/text/moment'

export function projectDaemon(file: StateFile, state: DaemonState, pid: number | null): StateFile {
  const [active] = [...worksIn(state, 'working', 'checking')].filter(({ kind }) => kind === 'plan')
  return {
    ...file,
    mode: modeOf(state),
    lastMergeSha: state.merges.lastSha ?? file.lastMergeSha,
    active: active === undefined ? null : activeOf(file, active),
    blocked: blockedOf(state),
    daemon: {
      pid,
      draining: state.mode === 'draining',
      revision: state.seen?.config?.revision ?? null,
      lanes: state.seen?.config?.settings.lanes ?? null,
      pause: state.pause,
      hold: state.hold ?? state.seen?.trouble ?? null,
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

/** What the run wrote there stays if it is the same plan. */
function activeOf(file: StateFile, { id, startedAt, rateLimits, phase }: Work): StateFile['active'] {
  const known = file.active?.planId === id ? file.active : { runId: null, branch: null, logPath: null }
  return {
    ...known,
    planId: id,
    startedAt: startedAt === null ? null : printMoment(startedAt),
    rateLimitRetries: rateLimits,
    checking: phase.type === 'checking',
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
