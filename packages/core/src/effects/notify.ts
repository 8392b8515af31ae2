/** Owns the effect that calls the operator's program. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'

/** Calls the operator's own program. Repeated, it is called again. */
export interface Notify extends Ask<'Notify', Notified> {
  readonly kind: 'done' | 'escalate' | 'cost-warn' | 'cost-cap' | 'max-iter' | 'checkpoint'
  readonly message: string
}

export interface Notified extends OutcomeBase {
  readonly type: 'Notified'
  /** Null if the program ended with 0. */
  readonly problem: string | null
}
