import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Command } from '@harness/core/playbooks/every-effect'
import type { Ground } from './ground.ts'

export const commandFailed = ({ stage }: Ground, { id }: Command, code: string): CommandFailed => ({
  type: 'CommandFailed',
  at: stage.wall.now(),
  commandId: id,
  code,
  detail: `It could not be done: ${code}.`,
  next: 'Mend the cause, then: harness resume',
})
