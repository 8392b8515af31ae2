/** Owns the effect that runs a hook of the repository. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'

/** Runs one of the repository's own hooks, with a time limit. Repeated, it runs again. */
export interface RunHook extends Ask<'RunHook', HookRan> {
  readonly hook: string
  /** Told to it as variables: `FEATURE_ID`. */
  readonly env: Readonly<Record<string, string>>
}

/** The hook ended, or was ended; whatever came of it only warns. */
export interface HookRan extends OutcomeBase {
  readonly type: 'HookRan'
  /** Null if it ended with 0. */
  readonly problem: string | null
}
