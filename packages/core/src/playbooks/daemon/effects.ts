/** Owns what a daemon wants done, and how each ends. */
import type { Ask, EventOf } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'
import type { Facts } from './facts.ts'
import type { Rest } from './rest.ts'
import type { OperatorWord } from './words.ts'

/** Returns once something differs from what is known, at a moment, or if something happened in this process. */
export interface LookAround extends Ask<'LookAround', LookedAround> {
  /** Plans that are no candidates. */
  readonly except: readonly string[]
  /** Work whose standing outside may have changed: the work's id, and the subject of its runs. */
  readonly watch: readonly { readonly id: string; readonly subject: string; readonly run: string | null }[]
  /** Plans that need a person: they are blocked, or wait at a gate. */
  readonly blocked: readonly string[]
  /** The digest of the facts that are known; empty if none are. */
  readonly known: string
  /** Null if no moment is waited for. */
  readonly until: number | null
  /** The base's commit as it was seen last; null if it was not. */
  readonly anchor: string | null
}

export interface LookedAround extends OutcomeBase {
  readonly type: 'LookedAround'
  readonly facts: Facts
}

/** Returns with the operator's next word. */
export interface HeedOperator extends Ask<'HeedOperator', OperatorHeard> {}

export interface OperatorHeard extends OutcomeBase {
  readonly type: 'OperatorHeard'
  readonly word: OperatorWord
  readonly by: string
}

/** Finds out if a process still works on what an earlier daemon had started. */
export interface CheckWork extends Ask<'CheckWork', WorkChecked> {
  readonly work: string
  readonly subject: string
  /** The run that it is known to drive; null if none is. */
  readonly run: string | null
}

export interface WorkChecked extends OutcomeBase {
  readonly type: 'WorkChecked'
  readonly work: string
  /** The run that an earlier daemon had started for it; null if it had started none. */
  readonly run: string | null
  /** The process that works on it; null if there is none. */
  readonly heldBy: string | null
}

/** Drives one run in this process until it rests. Repeated, it resumes the run. */
export interface CarryOut extends Ask<'CarryOut', WorkRested> {
  readonly work: string
  /** The command that starts the run. */
  readonly args: readonly string[]
  /** The run to be resumed; null if none is known. A plan finds its unfinished run by itself. */
  readonly run: string | null
}

export interface WorkRested extends OutcomeBase {
  readonly type: 'WorkRested'
  readonly work: string
  /** `<subject>-<run id>`; null if no run started. */
  readonly run: string | null
  readonly rest: Rest
}

/** Writes or removes the file `FROZEN`. */
export interface SetFreeze extends Ask<'SetFreeze', FreezeSet> {
  /** Null to unfreeze. */
  readonly reason: string | null
}

export interface FreezeSet extends OutcomeBase {
  readonly type: 'FreezeSet'
  /** Null if it was done. */
  readonly problem: string | null
}

/** Lets go of runs in flight until none is left. They can be resumed. */
export interface ReleaseRuns extends Ask<'ReleaseRuns', RunsReleased> {
  readonly which: 'sleeping' | 'all'
}

export interface RunsReleased extends OutcomeBase {
  readonly type: 'RunsReleased'
}

export const afterMergeHooks = ['fidelity', 'release-gate'] as const
export type AfterMergeHook = (typeof afterMergeHooks)[number]

/** Audits the product after a merge. */
export interface AfterMerge extends Ask<'AfterMerge', MergeFollowed> {
  readonly hooks: readonly AfterMergeHook[]
  /** How many merges there were when it began. */
  readonly landed: number
}

export interface MergeFollowed extends OutcomeBase {
  readonly type: 'MergeFollowed'
  /** How many merges there were when it began: later ones are still to be audited. */
  readonly landed: number
  readonly results: readonly HookResult[]
}

export interface HookResult {
  readonly hook: AfterMergeHook
  /** `pause` stops the daemon from starting more: drift above the threshold, or a product that is ready. */
  readonly verdict: 'goes-on' | 'pause' | 'failed'
  readonly detail: string
}

export type Command = LookAround | HeedOperator | CheckWork | CarryOut | SetFreeze | ReleaseRuns | AfterMerge

export type Event = EventOf<Command>
