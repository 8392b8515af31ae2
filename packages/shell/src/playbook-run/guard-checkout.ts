/**
 * Keeps an unfinished run to the checkout that it was begun in. Lanes and journal are the repository's, shared by all its
 * worktrees, but the documents of a run lie in one of them.
 */
import { UserError } from '@harness/core/user-error'

export interface OfCheckout {
  /** `mission`, `handbook`. */
  readonly what: string
  /** Where it was begun; undefined where that was not recorded. */
  readonly checkout: string | undefined
  readonly giveUp: string
}

export function guardCheckout({ what, checkout, giveUp }: OfCheckout, repoRoot: string): void {
  if (checkout === undefined || checkout === repoRoot) return
  throw new UserError(
    'run-elsewhere',
    `The unfinished ${what} of this repository was begun in ${checkout}.`,
    {
      next: `Go on with it there: cd ${checkout}; or give it up first: ${giveUp}`,
    },
  )
}
