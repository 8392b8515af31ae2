/** Owns how a command of the workflow refuses what it is given. */
import { UserError } from '@harness/core/kernel/user-error'

export const refusal = (message: string, next = 'harness workflow --help'): UserError =>
  new UserError('usage', message, { next })
