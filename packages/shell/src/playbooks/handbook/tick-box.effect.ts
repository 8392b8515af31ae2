/** Owns the record of TickBox. Repeated, a ticked box stays ticked. */
import type { TickBox } from '@harness/core/playbooks/handbook/tick-box'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import type { KnownHandbook } from './known-handbook.ts'
import { type TickPorts, tickBox } from './tick-box.ts'

export const tickBoxEffect: Effect<TickBox, TickPorts & { readonly handbook: KnownHandbook }> = {
  type: 'TickBox',
  perform: (command, attempt, ports) => tickBox(command, attempt, ports, ports.handbook),
  performedInReplay: true,
  outcomes: {
    BoxTicked: { line: () => null, log: ({ promptId }) => promptId, replay: asRecorded },
    TickRefused: {
      line: () => null,
      log: ({ promptId, detail }) => `${promptId}: ${detail}`,
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
