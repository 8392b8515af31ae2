/**
 * Keeps an unfinished run to the checkout that it was begun in. Lanes and journal are the repository's, shared by all its
 * worktrees, but the documents of a run are in one of them.
 */
import { existsSync, realpathSync } from 'node:fs'
import { UserError } from '@harness/core/kernel/user-error'
import { areOfOneRepository } from '../../machine/git/git-dirs.ts'

export interface OfCheckout {
  /** `mission`, `handbook`. */
  readonly what: string
  readonly goOn: string
  /** The checkout it started in; undefined if that was not recorded. */
  readonly checkout: string | undefined
  readonly giveUp: string
}

export function guardCheckout(of: OfCheckout, repoRoot: string): void {
  const elsewhere = otherCheckout(of, repoRoot)
  if (elsewhere !== null) throw elsewhere
}

/** Null if it was begun here. */
export function otherCheckout(
  { what, goOn, checkout, giveUp }: OfCheckout,
  repoRoot: string,
): UserError | null {
  if (checkout === undefined || isSamePlace(checkout, repoRoot)) return null
  const begun = `The unfinished ${what} of this repository was begun in ${checkout}`
  if (!existsSync(checkout))
    return new UserError('run-elsewhere', `${begun}, which is not there any more.`, {
      next: `Put it back there, wherever it was moved to: mv <folder> ${asWord(checkout)}; or give it up first: ${giveUp}`,
    })
  if (!areOfOneRepository(checkout, repoRoot))
    return new UserError('run-elsewhere', `${begun}, which this is a copy of.`, {
      next: `Give up the copy of it, which leaves the one there alone: ${giveUp}`,
    })
  return new UserError('run-elsewhere', `${begun}.`, {
    next: `Resume it there: cd ${asWord(checkout)} && ${goOn}; or give it up first: ${giveUp}`,
  })
}

/** However it is spelled: a link may lead to either. */
export const isSamePlace = (one: string, other: string): boolean =>
  one === other || (existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other))

/** One word to a shell, so that it can be pasted. */
export const asWord = (path: string): string =>
  /^[\w./+@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
