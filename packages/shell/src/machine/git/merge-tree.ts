/** Merges two commits in the object store alone: no working tree, no index, no branch. */
import { asTreeHash, type TreeHash } from '@harness/core/kernel/ids'
import { isAncestorInFiles, knownTree } from './commit-object.ts'
import { GitError, git, gitOk } from './git.ts'
import { type GitDirs, gitDirsAt } from './git-dirs.ts'
import { safeRevision } from './refs.ts'

export type MergeOutcome =
  | { readonly clean: true; readonly tree: TreeHash }
  /** `tree` holds the conflicts, marked. */
  | { readonly clean: false; readonly tree: TreeHash; readonly conflicts: readonly string[] }

export async function mergeTreeWrite(cwd: string, ours: string, theirs: string): Promise<MergeOutcome> {
  const known = treeOfNewer(gitDirsAt(cwd), ours, theirs)
  if (known !== undefined) return { clean: true, tree: known }
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages']
  const call = [...args, safeRevision(ours), safeRevision(theirs)]
  const result = await git(cwd, call)
  const [tree, ...files] = result.stdout.split('\0').filter((field) => field !== '')
  // Exit code 1 means conflicts, but some versions also give it for a commit that does not exist.
  if (result.exitCode > 1 || tree === undefined) throw new GitError({ args: call, cwd }, result)
  return result.exitCode === 0
    ? { clean: true, tree: asTreeHash(tree.trimEnd()) }
    : { clean: false, tree: asTreeHash(tree.trimEnd()), conflicts: [...new Set(files)] }
}

/** If one leads to the other, there is nothing to merge. Undefined if only git can tell. */
function treeOfNewer(dirs: GitDirs, ours: string, theirs: string): TreeHash | undefined {
  if (isAncestorInFiles(dirs, ours, theirs) === true) return knownTree(dirs, theirs)
  return isAncestorInFiles(dirs, theirs, ours) === true ? knownTree(dirs, ours) : undefined
}

/**
 * The same in the worktree of a lane, with its conflicts marked by names: git writes there what it is given, and a hash
 * says nothing to who has to solve the conflict and differs each time the same work is done. The names are refs of this
 * worktree alone and are gone afterwards; if nothing conflicts, they are not read.
 */
export async function mergeTreeByName(worktree: string, lane: string, base: string): Promise<MergeOutcome> {
  const unnamed = await mergeTreeWrite(worktree, lane, base)
  if (unnamed.clean) return unnamed
  const names = { LANE_HEAD: lane, BASE_HEAD: base }
  try {
    for (const [name, commit] of Object.entries(names))
      await gitOk(worktree, ['update-ref', '--no-deref', name, safeRevision(commit)])
    return await mergeTreeWrite(worktree, 'LANE_HEAD', 'BASE_HEAD')
  } finally {
    for (const name of Object.keys(names)) await git(worktree, ['update-ref', '--no-deref', '-d', name])
  }
}
