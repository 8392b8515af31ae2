/**
 * Makes the tree of the commit that is checked out in the user's repository, in the private one of a run. What another
 * program changed since is the difference to it.
 */

import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { handOver } from '../../machine/git/hand-over.ts'
import { treeWith } from '../../machine/git/index-of.ts'
import { pathBytes } from '../../machine/git/path-text.ts'
import { treeFiles } from '../../machine/git/tree-files.ts'

interface HeadOrder {
  readonly checkout: string
  readonly head: CommitHash
  /** The checkout as it is, in the private repository: most files are in it already. */
  readonly now: TreeHash
  /** No part of the tree. */
  isExcluded(path: string): boolean
}

export async function treeOfHead(repository: string, order: HeadOrder): Promise<TreeHash> {
  const { checkout, head, now, isExcluded } = order
  const before = await entriesOf(checkout, head)
  const known = await entriesOf(repository, now)
  const lines = [...known.keys()].filter((path) => !before.has(path)).map((path) => `0 ${none}\t${path}\0`)
  for (const [path, { mode, object }] of before) {
    const same = known.get(path)
    if (isExcluded(path) || (same?.mode === mode && same.object === object)) continue
    const handed = mode === gitlink ? object : await handOver(checkout, repository, object)
    lines.push(`${mode} ${handed}\t${path}\0`)
  }
  return treeWith(repository, now, pathBytes(lines.join('')))
}

const none = '0'.repeat(40)
const gitlink = '160000'

interface Entry {
  readonly mode: string
  readonly object: string
}

async function entriesOf(repository: string, tree: string): Promise<ReadonlyMap<string, Entry>> {
  return new Map((await treeFiles(repository, tree)).map((file) => [file.path, file]))
}
