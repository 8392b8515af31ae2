/**
 * Makes a commit of what an agent changed in the checkout, on top of what is checked out, without moving any branch: the
 * branch follows when the change has verified. Files in which the user had uncommitted edits are left out.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { asTreeHash, type CommitHash, type TreeHash } from '@harness/core/ids'
import { commitTree, treeOf } from '../git/commits.ts'
import { gitOk } from '../git/git.ts'
import type { Identity } from '../git/identity.ts'
import type { Trailer } from '../git/trailers.ts'
import type { TurnChange } from './turn-changes.ts'

export interface MainTreeCommit {
  readonly head: CommitHash
  readonly changes: readonly TurnChange[]
  readonly message: string
  readonly trailers: readonly Trailer[]
  readonly at: number
  readonly identity: Identity | undefined
}

export async function commitInMainTree(
  repoRoot: string,
  { head, changes, ...how }: MainTreeCommit,
): Promise<{ readonly commit: CommitHash; readonly tree: TreeHash }> {
  const headTree = await treeOf(repoRoot, head)
  const tree = changes.length === 0 ? headTree : await treeWith(repoRoot, head, changes)
  if (tree === headTree) return { commit: head, tree }
  return { commit: await commitTree(repoRoot, { ...how, tree, parents: [head] }), tree }
}

async function treeWith(
  repoRoot: string,
  head: CommitHash,
  changes: readonly TurnChange[],
): Promise<TreeHash> {
  const scratch = await mkdtemp(join(tmpdir(), `harness-index-${pid}-`))
  try {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') }
    await gitOk(repoRoot, ['read-tree', head], { env })
    const gone = `0 ${'0'.repeat(head.length)}`
    const lines = changes.map(({ path, after }) => `${after ?? gone}\t${path}\0`)
    await gitOk(repoRoot, ['update-index', '-z', '--index-info'], { env, stdin: lines.join('') })
    return asTreeHash((await gitOk(repoRoot, ['write-tree'], { env })).stdout.trimEnd())
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
