/**
 * Owns how an adapter's trouble with the world (git, disk, the operator's own set-up) becomes the event the run ends in.
 * A bug of ours is no such trouble and goes on as a throw, and so does an abort, whose event no caller waits for.
 */
import { existsSync } from 'node:fs'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import type { Clock } from '../../machine/clock/clock.ts'
import { diskError, pathOfError } from '../../machine/disk/disk-error.ts'
import { GitError } from '../../machine/git/git.ts'
import type { Attempt } from './attempt.ts'

export interface FailurePorts {
  readonly clock: Clock
  /** Redacts secrets and strips control sequences. */
  sanitise(text: string): string
}

export async function orCommandFailed<Outcome>(
  command: AnyCommand,
  attempt: Attempt,
  ports: FailurePorts,
  work: () => Promise<Outcome>,
): Promise<Outcome | CommandFailed> {
  try {
    return await work()
  } catch (error) {
    attempt.signal.throwIfAborted()
    const trouble = expectedTrouble(error)
    if (trouble === null) throw error
    const { code, detail, next } = trouble
    return {
      type: 'CommandFailed',
      at: ports.clock.now(),
      commandId: command.id,
      code,
      detail: ports.sanitise(detail),
      next: ports.sanitise(next),
    }
  }
}

type Trouble = Pick<CommandFailed, 'code' | 'detail' | 'next'>

/** What the operator is told of it; null if it is a bug of ours. */
export function expectedTrouble(thrown: unknown): Trouble | null {
  const error = diskError(thrown, pathOfError(thrown))
  if (error instanceof UserError) return { code: error.code, detail: error.message, next: error.next }
  if (error instanceof GitError) {
    // The lane was removed while an agent worked in it: git's own words would not say so.
    if (!existsSync(error.cwd))
      return {
        code: 'lane-missing',
        detail: `${error.cwd} was removed while it was worked in.`,
        next: 'It is made again from its branch by: harness resume',
      }
    return {
      code: 'git-failed',
      detail: error.message,
      next: 'Fix what git complains about, then: harness resume',
    }
  }
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return error instanceof Error && code !== undefined && syscall !== undefined
    ? { code: 'disk-failed', detail: message, next: 'Make that path usable again, then: harness resume' }
    : null
}
