/** Finds the checkout in which a run was started. Its input has only a name: the run's place tells which repository. */
import { resolve } from 'node:path'
import { gitDirIfWhole } from '../../machine/git/git-dirs.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'

/**
 * Absolute; undefined if the input names no checkout. In a copied repository it is the checkout of the original. In a
 * moved one it is here: the old place is no repository any more.
 */
export async function startedIn(
  runs: RunStore,
  run: RunRef,
  { checkout }: { readonly checkout?: string | undefined },
  repoRoot: string,
): Promise<string | undefined> {
  if (checkout === undefined) return undefined
  const place = await runs.placeOf(run)
  const isThere = place !== null && gitDirIfWhole(place) !== null
  return resolve(isThere ? place : mainWorktree(repoRoot), checkout)
}
