/** Owns how a run rests that the daemon drove, as the daemon tells them apart. */
import type { ExitCode } from '../../kernel/exit-code.ts'

export type Rest =
  /**
   * `merged` is null if nothing of the run was merged, or if others completed the plan. `verified` is true if the base
   * branch contains it.
   */
  | {
      readonly type: 'done'
      readonly merged: string | null
      readonly verified: boolean
      readonly detail: string
    }
  | { readonly type: 'gate'; readonly gate: string; readonly question: string; readonly next: string }
  /** It ended for good without success. */
  | { readonly type: 'blocked'; readonly reason: string; readonly next: string }
  /** It can be resumed once something outside has changed. */
  | { readonly type: 'paused'; readonly exitCode: ExitCode; readonly reason: string; readonly next: string }
  | { readonly type: 'interrupted'; readonly why: 'signal' | 'stopped' | 'frozen' }
  /** It could not start or resume. */
  | {
      readonly type: 'refused'
      readonly code: string
      readonly exitCode: ExitCode
      readonly reason: string
      readonly next: string
    }
