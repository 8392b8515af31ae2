/** Finds the checkout in which a run was started. Its input has only a name: the run's place tells which repository. */
import { resolve } from 'node:path'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'

/** Absolute; undefined if the input names no checkout. In a copied repository it is the checkout of the original. */
export async function startedIn(
  runs: RunStore,
  run: RunRef,
  { checkout }: { readonly checkout?: string | undefined },
  repoRoot: string,
): Promise<string | undefined> {
  if (checkout === undefined) return undefined
  return resolve((await runs.placeOf(run)) ?? mainWorktree(repoRoot), checkout)
}
