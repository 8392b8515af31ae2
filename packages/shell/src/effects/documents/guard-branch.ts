/** Refuses documents of another branch than the run works on: they would pass for a person's edits. */
import { UserError } from '@harness/core/kernel/user-error'
import { currentBranch } from '../../machine/git/refs.ts'
import { unfinishedOperationAdvice } from '../lanes/unfinished-operation.ts'

/** Any branch will do if `expected` is null. */
export async function guardBranch(repoRoot: string, expected: string | null): Promise<void> {
  const branch = expected === null ? null : await currentBranch(repoRoot)
  if (expected === null || branch === expected) return
  throw new UserError(
    'checkout-moved',
    `Your checkout is on ${branch ?? 'no branch'}, but this run works on ${expected}.`,
    { next: unfinishedOperationAdvice(repoRoot) ?? `git switch ${expected}; then: harness resume` },
  )
}
