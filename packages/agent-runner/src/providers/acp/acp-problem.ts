/** Why a turn of an ACP agent cannot go on; the provider turns it into the error of the result. */
import type { AgentError } from '@harness/core/kernel/agent'

export class AcpProblem extends Error {
  readonly error: AgentError

  constructor(error: AgentError) {
    super(error.message)
    this.error = error
  }
}

export const invalid = (message: string): AcpProblem => new AcpProblem({ kind: 'invalid', message })
