/** Test support: a gate that says nothing in particular. */
import { exitCode } from '../kernel/exit-code.ts'
import type { Gate } from '../kernel/gate.ts'
import { grantOrRefuse } from '../kernel/gate-choices.ts'

export const aGate = (more: Partial<Gate> = {}): Gate => ({
  name: 'g',
  question: 'Go on?',
  detail: '',
  choices: grantOrRefuse({ onGrant: 'it goes on', onRefuse: 'it ends' }),
  digest: null,
  exitCode: exitCode.escalated,
  ...more,
})
