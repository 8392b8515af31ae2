/** Puts lanes on top of the base one after the other, in the object store alone: nothing is moved yet. */
import type { MergeLane } from '@harness/core/effects/merge-lane'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { commitTree, newestDate, treeOf } from '../../machine/git/commits.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { mergeTreeWrite } from '../../machine/git/merge-tree.ts'
import { commandTrailer } from '../lanes/command-trailer.ts'

export interface Candidate {
  readonly base: CommitHash
  /** What the base would become. */
  readonly tip: CommitHash
  readonly tree: TreeHash
  readonly merged: readonly { readonly command: MergeLane; readonly commit: CommitHash }[]
  readonly conflicted: readonly { readonly command: MergeLane; readonly files: readonly string[] }[]
}

/** Made again from the same base, it is the same: the commits are dated like the newest of their parents. */
export async function candidateOf(
  repoRoot: string,
  base: CommitHash,
  commands: readonly MergeLane[],
  identity?: Identity,
): Promise<Candidate> {
  const merged: { command: MergeLane; commit: CommitHash }[] = []
  const conflicted: { command: MergeLane; files: readonly string[] }[] = []
  let tip = base
  let tree: TreeHash | null = null
  for (const command of commands) {
    const result = await mergeTreeWrite(repoRoot, tip, command.commit)
    if (!result.clean) {
      conflicted.push({ command, files: result.conflicts })
      continue
    }
    const parents = [tip, command.commit]
    tree = result.tree
    tip = await commitTree(repoRoot, {
      tree,
      parents,
      message: command.message,
      trailers: [commandTrailer(command.id)],
      at: await newestDate(repoRoot, parents),
      identity,
    })
    merged.push({ command, commit: tip })
  }
  return { base, tip, tree: tree ?? (await treeOf(repoRoot, tip)), merged, conflicted }
}
