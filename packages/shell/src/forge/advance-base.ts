/**
 * Owns moving the base branch to a new commit. Where the branch is checked out, the files of that checkout follow first,
 * by git's own rule that local changes are never overwritten, and the branch moves last: after a crash in between, doing
 * it again finds the files already there.
 */
import type { CommitHash } from '@harness/core/ids'
import { git } from '../git/git.ts'
import { updateRef } from '../git/refs.ts'
import { worktrees } from '../git/worktrees.ts'

export type Advance =
  | { readonly type: 'advanced' }
  | {
      readonly type: 'refused'
      readonly reason: 'base-moved' | 'checkout-in-the-way'
      readonly detail: string
    }

/** From exactly `from` to its descendant `to`, or not at all. */
export async function advanceBase(
  repoRoot: string,
  branch: string,
  from: CommitHash,
  to: CommitHash,
): Promise<Advance> {
  const checkout = (await worktrees(repoRoot)).find((it) => it.branch === branch && !it.bare)
  if (checkout !== undefined) {
    const moved = await moveFiles(checkout.path, from, to)
    if (moved !== null) return { type: 'refused', reason: 'checkout-in-the-way', detail: moved }
  }
  const update = await updateRef(repoRoot, `refs/heads/${branch}`, to, from)
  if (update.updated) return { type: 'advanced' }
  if (checkout !== undefined) await moveFiles(checkout.path, to, from)
  return {
    type: 'refused',
    reason: 'base-moved',
    detail: `${branch} moved from ${from.slice(0, 12)} to ${update.actual?.slice(0, 12) ?? 'nothing'} meanwhile.`,
  }
}

/** Null where the files followed; else what git said, and nothing was touched. */
async function moveFiles(path: string, from: CommitHash, to: CommitHash): Promise<string | null> {
  await git(path, ['update-index', '-q', '--refresh'])
  const result = await git(path, ['read-tree', '-m', '-u', from, to])
  return result.exitCode === 0 ? null : `In ${path}: ${result.stderr.trim()}`
}
