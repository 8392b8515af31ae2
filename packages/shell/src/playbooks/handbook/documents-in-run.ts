/** Owns what must hold of the checkout's handbook while a run reads or ticks it, and how the run goes on if it does not. */

import { UserError } from '@harness/core/kernel/user-error'
import type { Handbook } from '@harness/core/playbooks/handbook/handbook-document'
import { unfinishedOperationAdvice } from '../../effects/lanes/unfinished-operation.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import type { HandbookFolder } from './handbook-folder.ts'
import { soundHandbook } from './sound-handbook.ts'

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
