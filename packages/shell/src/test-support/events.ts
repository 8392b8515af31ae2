/** Owns events for tests that care how events are kept, not what they mean. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { TimerFired } from '@harness/core/effects/wake-at'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asRunId, commandId } from '@harness/core/kernel/ids'

const run = asRunId('20260101-000000')

/** Different for every number. */
export const anEvent = (n: number): TimerFired => ({
  type: 'TimerFired',
  at: 1_767_225_600_000 + n,
  commandId: commandId(run, 'wait', 'plan', n),
})

export const someEvents = (count: number): readonly AnyEvent[] =>
  Array.from({ length: count }, (_, index) => anEvent(index + 1))

/** About as long as events are: three hundred bytes or so. */
export const aLongEvent = (n: number): CommandFailed => ({
  type: 'CommandFailed',
  at: 1_767_225_600_000 + n,
  commandId: commandId(run, 'implement', `plan-${n}`, 1),
  code: 'lane-gone',
  detail: `The lane of plan ${n} is not there any more; ${'x'.repeat(100)}`,
  next: 'Open it again.',
})
