/** Owns the effect that waits until a time. */
import type { AnyCommand, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'

export interface WakeAt extends Ask<'WakeAt', TimerFired> {
  readonly at: number
  readonly why: string
}

export interface TimerFired extends OutcomeBase {
  readonly type: 'TimerFired'
}

export const isWakeAt = (command: AnyCommand): command is WakeAt => command.type === 'WakeAt'
