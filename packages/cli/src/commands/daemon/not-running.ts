import { UserError } from '@harness/core/kernel/user-error'

export const notRunning = (): UserError =>
  new UserError('daemon-missing', 'No daemon runs for this repository.', {
    next: 'Start one: harness daemon start --run',
  })
