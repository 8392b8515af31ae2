/** Owns the record of LookAtBase. It only looks. */
import type { LookAtBase } from '@harness/core/playbooks/mission/state/mission-contents'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed, forgeFailed } from '../../effects/failure-endings.ts'
import { type LookPorts, lookAtBase } from './look-at-base.ts'

export const lookAtBaseEffect: Effect<LookAtBase, LookPorts> = {
  type: 'LookAtBase',
  perform: lookAtBase,
  outcomes: {
    BaseLooked: { line: () => null, replay: asRecorded },
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
