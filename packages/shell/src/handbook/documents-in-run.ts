/** Owns what must hold of the checkout's handbook while a run reads or ticks it, and how the run goes on where it does not. */
import type { Handbook } from '@harness/core/handbook-document'
import { UserError } from '@harness/core/user-error'
import type { HandbookFolder } from '../documents/handbook-folder.ts'
import { soundHandbook } from '../documents/sound-handbook.ts'
import { currentBranch } from '../git/refs.ts'
import type { RunPorts } from '../playbook-run/run-ports.ts'
import { unfinishedOperationAdvice } from '../unfinished-operation.ts'

/** Another branch's handbook would be taken for a person's edit of this one, or be ticked in its place. */
export async function guardBranch({
  repoRoot,
  baseBranch,
}: Pick<RunPorts, 'repoRoot' | 'baseBranch'>): Promise<void> {
  const branch = await currentBranch(repoRoot)
  if (branch === baseBranch) return
  throw new UserError(
    'checkout-moved',
    `Your checkout is on ${branch ?? 'no branch'}, but this run works on ${baseBranch}.`,
    { next: unfinishedOperationAdvice(repoRoot) ?? `git switch ${baseBranch}; then: harness resume` },
  )
}

export function soundInRun(folder: HandbookFolder): Handbook {
  try {
    return soundHandbook(folder)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, message, next, exitCode } = error
    throw new UserError(code, message, { next: `${next}; then go on: harness handbook`, exitCode })
  }
}
