/** Merges two commits in the object store alone: no working tree, no index, no ref. */
import { asTreeHash, type TreeHash } from '@harness/core/ids'
import { GitError, git } from './git.ts'
import { safeRevision } from './refs.ts'

export type MergeOutcome =
  | { readonly clean: true; readonly tree: TreeHash }
  /** `tree` holds the conflicts, marked. */
  | { readonly clean: false; readonly tree: TreeHash; readonly conflicts: readonly string[] }

export async function mergeTreeWrite(cwd: string, ours: string, theirs: string): Promise<MergeOutcome> {
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
