/** Owns the outcome of a command that the forge did not carry out. */
import type { AgentError } from '../kernel/agent.ts'
import type { OutcomeBase } from '../kernel/event.ts'

/** The forge did not do it: its answer falls into the same classes as an agent's failure. */
export interface ForgeFailed extends OutcomeBase {
  readonly type: 'ForgeFailed'
  readonly error: AgentError
}
