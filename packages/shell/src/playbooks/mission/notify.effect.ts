/** Owns the record of Notify. Repeated, the operator's program is called again. */
import type { Notify } from '@harness/core/effects/notify'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { type NotifyPorts, notify } from './notify.ts'

export const notifyEffect: Effect<Notify, NotifyPorts> = {
  type: 'Notify',
  perform: notify,
  outcomes: { Notified: { line: () => null, log: ({ problem }) => problem ?? '', replay: asRecorded } },
}
