/** Owns the effect that waits until a time. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'

export interface WakeAt extends Ask<'WakeAt', TimerFired> {
  readonly at: number
  readonly why: string
}

export interface TimerFired extends OutcomeBase {
  readonly type: 'TimerFired'
}
