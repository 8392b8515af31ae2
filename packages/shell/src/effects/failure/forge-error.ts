/** Owns how a forge's failure travels: thrown by the forge, it becomes the event ForgeFailed. */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { AgentError } from '@harness/core/kernel/agent'
import type { AnyCommand } from '@harness/core/kernel/effect'
import type { Attempt } from './attempt.ts'
import { type FailurePorts, orCommandFailed } from './expected-failure.ts'

export class ForgeError extends Error {
  readonly error: AgentError

  constructor(error: AgentError, options?: ErrorOptions) {
    super(error.message, options)
    this.name = 'ForgeError'
    this.error = error
  }
}

/** As orCommandFailed, for commands that a forge takes part in. */
export async function orForgeFailed<Outcome>(
  command: AnyCommand,
  attempt: Attempt,
  ports: FailurePorts,
  work: () => Promise<Outcome>,
): Promise<Outcome | ForgeFailed | CommandFailed> {
  try {
    return await orCommandFailed(command, attempt, ports, work)
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error
    return {
      type: 'ForgeFailed',
      at: ports.clock.now(),
      commandId: command.id,
      error: { ...error.error, message: ports.sanitise(error.error.message) },
    }
  }
}
