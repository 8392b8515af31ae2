/** Owns when a call continues the session of an earlier one, and when a fresh session starts. */
import type { AgentErrorKind } from '../kernel/agent.ts'
import type { CommitHash, LaneName, TreeHash } from '../kernel/ids.ts'

/** The session that an agent works in, or worked in. */
export interface KnownSession {
  readonly provider: string
  /** Calls with the same name continue one session; null if only an interrupted call is continued. */
  readonly name: string | null
  readonly lane: LaneName
  readonly role: string
  /** Phase and subject of the call: what it was about. */
  readonly task: string
  readonly startCommit: CommitHash
  /** The model has answered at least once. Before that, nothing was paid for. */
  readonly answered: boolean
  /**
   * `working` after the end of its call means that the harness died. `lost`: its work is no longer in the lane, and no
   * other session has taken it over.
   */
  readonly state: 'working' | 'interrupted' | 'finished' | 'failed' | 'lost'
  /** Why its last call was interrupted or failed, or why it is lost; null if there is no reason. */
  readonly why: string | null
  /** How the call left the lane; null as long as it works. */
  readonly left: LeftLane | null
}

export interface LeftLane {
  readonly commit: CommitHash | null
  readonly tree: TreeHash
}

export interface SessionCall extends Pick<KnownSession, 'name' | 'lane' | 'role' | 'task' | 'startCommit'> {
  /** Null if its provider has no sessions. */
  readonly provider: string | null
}

/** The lane as it is before the call. */
export interface StandingLane {
  readonly commit: CommitHash | null
  /** Null if nothing hangs on it: the session was not interrupted. */
  readonly tree: TreeHash | null
  readonly isOnItsBranch: boolean
  /** The call's start commit has all that the session left: only the harness can have added to it. */
  readonly continuesSession: boolean
  /** What changed in it after the last sign of life of a call with which the harness died. */
  readonly changedSince: readonly string[]
}

export type SessionChoice =
  | { readonly how: 'fresh' }
  /** A fresh session that is told what was tried. */
  | { readonly how: 'lost'; readonly why: string }
  /** `moved`: the harness changed the lane since. `unknown`: the harness died, and nothing changed later. */
  | { readonly how: 'resumed'; readonly lane: 'same' | 'moved' | 'unknown'; readonly isSameCall: boolean }

/** Whether the session is one that the call could continue. */
export function concernsCall(known: KnownSession, call: SessionCall): boolean {
  if (known.lane !== call.lane || known.name !== call.name) return false
  if (known.name !== null) return true
  const isOver = known.state === 'finished' || known.state === 'failed'
  return !isOver && known.role === call.role && known.task === call.task
}

export function chooseSession(
  known: KnownSession | null,
  call: SessionCall,
  lane: StandingLane,
): SessionChoice {
  if (known === null || !concernsCall(known, call) || !known.answered) return { how: 'fresh' }
  if (known.state === 'lost') return lost(known.why ?? 'its work was put back')
  if (known.provider !== call.provider) return lost(`it was a session of ${known.provider}`)
  switch (known.state) {
    case 'failed':
      return lost('its last call failed')
    case 'finished':
      if (!lane.continuesSession) return lost('the lane does not have its work any more')
      return {
        how: 'resumed',
        lane: known.left?.commit === call.startCommit ? 'same' : 'moved',
        isSameCall: false,
      }
    case 'working':
    case 'interrupted':
      return chooseInterrupted(known, call, lane)
  }
}

function chooseInterrupted(known: KnownSession, call: SessionCall, lane: StandingLane): SessionChoice {
  const isSameCall = known.role === call.role && known.task === call.task
  const { left } = known
  const expected = left === null ? call.startCommit : left.commit
  if (known.startCommit !== call.startCommit || lane.commit !== expected || !lane.isOnItsBranch)
    return lost('the lane is at another commit')
  if (left !== null && left.tree !== lane.tree) return lost('the files of the lane changed since')
  if (left === null && lane.changedSince.length > 0)
    return lost(`files of the lane changed after the harness died: ${lane.changedSince.join(', ')}`)
  return { how: 'resumed', lane: left === null ? 'unknown' : 'same', isSameCall }
}

const lost = (why: string): SessionChoice => ({ how: 'lost', why })

const interruptions: ReadonlySet<AgentErrorKind> = new Set([
  'rate_limit',
  'overloaded',
  'network',
  'aborted',
  'auth',
  'billing',
])

/** The agent did nothing wrong: its session can continue. */
export const isInterruption = (kind: AgentErrorKind): boolean => interruptions.has(kind)
