/** Owns the record of WakeAt. Repeated, it waits for the rest of the time. */
import type { WakeAt } from '@harness/core/effects/wake-at'
import { waitText } from '@harness/formats/text/amounts'
import type { Clock } from '../../machine/clock/clock.ts'
import { stripControl } from '../../machine/redaction/strip-control.ts'
import { asRecorded, type Effect } from '../effect.ts'
import { line, oneLine } from '../progress-line.ts'

export const wakeAtEffect: Effect<WakeAt, { readonly clock: Clock }> = {
  type: 'WakeAt',
  async perform({ id, at }, { signal }, { clock }) {
    await clock.until(at, signal)
    return { type: 'TimerFired', at: clock.now(), commandId: id }
  },
  started: (command, _sight, at) =>
    line('wait', `until ${waitText(command.at, at)}: ${oneLine(command.why)}`, { tone: 'warn' }),
  underWay: ({ why }) => stripControl(why).replace(/\s+/g, ' '),
  outcomes: { TimerFired: { line: () => line('wait', 'over; the run continues'), replay: asRecorded } },
}
