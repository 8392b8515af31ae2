import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { AnyCommand } from '@harness/core/kernel/effect'
import type { Ground } from './ground.ts'

export const commandFailed = ({ stage }: Ground, { id }: AnyCommand, code: string): CommandFailed => ({
  type: 'CommandFailed',
  at: stage.wall.now(),
  commandId: id,
  code,
  detail: `It could not be done: ${code}.`,
  next: 'Fix the cause, then: harness resume',
})
