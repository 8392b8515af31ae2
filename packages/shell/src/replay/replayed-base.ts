/** Owns where the base branch stands while a run is played again: where the recorded run saw it. */
import type { CommitHash } from '@harness/core/ids'
import { isAncestor } from '../git/commits.ts'
import { gitOk } from '../git/git.ts'
import { readRef, updateRef } from '../git/refs.ts'

/**
 * Others may have put commits on the base by then; or what the run itself merged came just after the command had looked,
 * and then the base goes on from there afterwards.
 */
export async function atBase<Result>(
  repoRoot: string,
  branch: string,
  base: CommitHash | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await readRef(repoRoot, refOf(branch))
  if (base === null || before === null || base === before) return work()
  await moveBase(repoRoot, branch, base)
  try {
    return await work()
  } finally {
    const stayed = (await readRef(repoRoot, refOf(branch))) === base
    if (stayed && (await isAncestor(repoRoot, base, before))) await moveBase(repoRoot, branch, before)
  }
}

/** The base is checked out there, and nobody works in it: left behind, it would be in the way of what comes next. */
export async function moveBase(repoRoot: string, branch: string, commit: CommitHash): Promise<void> {
  await updateRef(repoRoot, refOf(branch), commit, await readRef(repoRoot, refOf(branch)))
  await gitOk(repoRoot, ['reset', '--hard', '--quiet'])
}

const refOf = (branch: string): string => `refs/heads/${branch}`
