/** Owns what a daemon knows: its work, its limits, and what it saw last. A fold of its journal. */
import type { RunId } from '../../kernel/ids.ts'
import type { Dispatched } from '../../work/dispatch.ts'
import type { AfterMergeHook } from './effects.ts'
import type { Facts } from './facts.ts'
import type { HistoryEntry } from './history.ts'

export interface DaemonInput {
  readonly runId: RunId
  /** From a `state.json` that another tool left. */
  readonly adopted: {
    readonly blocked: Readonly<Record<string, AdoptedBlock>>
    readonly runsFired: number
  } | null
}

export interface AdoptedBlock {
  readonly reason: string
  readonly retries: number
  readonly since: number
}

export type Mode = 'paused' | 'running' | 'draining' | 'stopping'

/** Why nothing starts until an operator resumes. */
export interface Pause {
  readonly why: 'boot' | 'operator' | 'frozen' | 'fidelity' | 'release-ready'
  readonly reason: string
  readonly since: number
}

/** A fault of the repository or the machine, not of one plan: nothing starts until the moment has come. */
export interface Hold {
  readonly code: string
  readonly reason: string
  readonly next: string
  readonly since: number
  readonly until: number
  /** How often in a row. */
  readonly times: number
}

export interface DaemonState {
  readonly input: DaemonInput
  readonly dispatched: Dispatched
  readonly mode: Mode
  readonly pause: Pause | null
  readonly hold: Hold | null
  /** What the operator wants of the file `FROZEN` and is not done yet; null if nothing. */
  readonly freezeWanted: { readonly reason: string | null } | null
  /** When a freeze was lifted, until a look that began after it. */
  readonly lifted: number | null
  /** By id: a plan's id, or `q1`, `q2` … of a queued command. In the order in which the work came. */
  readonly work: Readonly<Record<string, Work>>
  /** What the latest look saw; null before the first. */
  readonly seen: Facts | null
  /** The moment of the latest event. */
  readonly at: number
  /** When plans were done or left, until a look that began after it: an older look still takes them for candidates. */
  readonly doneAt: Readonly<Record<string, number>>
  /** Which runs in flight are released after a stop; null if none are. */
  readonly releases: 'sleeping' | 'all' | null
  readonly merges: {
    readonly count: number
    /** How many there were in all, also of other people. */
    readonly landed: number
    readonly lastSha: string | null
    /** How many since the latest drift audit. */
    readonly sinceAudit: number
    /** If there was one since the release gate looked. */
    readonly gateDue: boolean
    /** Audits that came to no verdict: how often in a row, and until when they are not tried again. */
    readonly hookRests: Readonly<
      Partial<Record<AfterMergeHook, { readonly times: number; readonly until: number }>>
    >
  }
  readonly queued: number
  /** How often work was taken up. */
  readonly turns: number
  readonly runsFired: number
  readonly history: readonly HistoryEntry[]
}

export interface Work {
  readonly id: string
  readonly kind: 'plan' | 'queued'
  readonly title: string
  /** The command that starts it. */
  readonly args: readonly string[]
  /** `<subject>-<run id>`, once it is known. */
  readonly run: string | null
  readonly phase: WorkPhase
  /** Differs each time that it is taken up, also from that of other work: nothing need be kept of work that is done. */
  readonly turn: number
  readonly startedAt: number | null
  /** Rate limits in a row. */
  readonly rateLimits: number
  /** Resumptions in a row after trouble from outside. */
  readonly restarts: number
  /** How often an operator unblocked it. */
  readonly retries: number
}

export type WorkPhase =
  /** It is not known yet if its run still lives. */
  | { readonly type: 'checking' }
  | { readonly type: 'working' }
  /** It starts or resumes by itself when the moment has come and a lane is free. */
  | { readonly type: 'resting'; readonly until: number; readonly why: string }
  | { readonly type: 'gate'; readonly since: number; readonly question: string; readonly next: string }
  /** Another process works on it. */
  | { readonly type: 'held'; readonly since: number; readonly why: string }
  | { readonly type: 'blocked'; readonly since: number; readonly reason: string; readonly next: string }

export const worksIn = ({ work }: Pick<DaemonState, 'work'>, ...types: readonly WorkPhase['type'][]) =>
  Object.values(work).filter(({ phase }) => types.includes(phase.type))

/** The subject of its runs. */
export const subjectOf = ({ id, kind, run, args }: Work): string =>
  kind === 'plan' ? id : (run?.replace(/-\d{8}-\d{6}$/, '') ?? args[0] ?? id)
