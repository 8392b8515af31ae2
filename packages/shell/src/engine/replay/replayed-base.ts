/** Owns the commit of the base branch while a run is played again: the one that the recorded run saw. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { isAncestor } from '../../machine/git/commits.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { readRef } from '../../machine/git/refs.ts'

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
  await moveBase(repoRoot, base)
  try {
    return await work()
  } finally {
    const stayed = (await readRef(repoRoot, refOf(branch))) === base
    if (stayed && (await isAncestor(repoRoot, base, before))) await moveBase(repoRoot, before)
  }
}

/** It is checked out there, with documents that the run has edited: those stay, unless others have committed them by then. */
export async function moveBase(repoRoot: string, commit: CommitHash): Promise<void> {
  const kept = await git(repoRoot, ['reset', '--keep', '--quiet', commit])
  if (kept.exitCode !== 0) await gitOk(repoRoot, ['reset', '--hard', '--quiet', commit])
}

const refOf = (branch: string): string => `refs/heads/${branch}`
