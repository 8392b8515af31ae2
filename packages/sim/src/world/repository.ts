/** Owns the model of a git repository: content-addressed trees and commits, branches, and a three-way merge. */
import {
  asCommitHash,
  asTreeHash,
  type CommandId,
  type CommitHash,
  type TreeHash,
} from '@harness/core/kernel/ids'
import { contentHash } from './content-hash.ts'
import { sourceText } from './source-text.ts'

/** Path → content. */
export type Files = Readonly<Record<string, string>>

export interface Commit {
  readonly hash: CommitHash
  readonly tree: TreeHash
  readonly files: Files
  readonly parents: readonly CommitHash[]
  readonly message: string
  readonly author: 'person' | 'agent' | 'harness'
  /** The command that made it, as its trailer says; null if a person did. */
  readonly commandId: CommandId | null
}

export interface Repository {
  commitOf(hash: CommitHash): Commit
  /** The commit a branch points to; null if there is no such branch. */
  tipOf(branch: string): Commit | null
  commit(made: Omit<Commit, 'hash' | 'tree'>): Commit
  point(branch: string, to: CommitHash): void
  removeBranch(branch: string): void
  isAncestor(older: CommitHash, newer: CommitHash): boolean
  /** Everything reachable from a commit, itself included. */
  historyOf(hash: CommitHash): readonly Commit[]
  /** The commit and its first parents, newest first. */
  mainlineOf(hash: CommitHash): readonly Commit[]
  merge(ours: CommitHash, theirs: CommitHash): Merged
}

export type Merged =
  | { readonly type: 'merged'; readonly files: Files }
  /** In `files` the conflicts are marked. */
  | { readonly type: 'conflict'; readonly paths: readonly string[]; readonly files: Files }

export const treeHashOf = (files: Files): TreeHash =>
  asTreeHash(
    contentHash(
      Object.keys(files)
        .sort()
        .map((path) => `${path}\0${files[path]}`)
        .join('\0'),
    ),
  )

export function openRepository(): Repository {
  const commits = new Map<CommitHash, Commit>()
  const branches = new Map<string, CommitHash>()

  const commitOf = (hash: CommitHash): Commit => {
    const commit = commits.get(hash)
    if (commit === undefined) throw new Error(`there is no commit ${hash}`)
    return commit
  }
  const historyOf = (hash: CommitHash): readonly Commit[] => {
    const seen = new Set<CommitHash>([hash])
    for (const each of seen) for (const parent of commitOf(each).parents) seen.add(parent)
    return [...seen].map(commitOf)
  }
  const isAncestor = (older: CommitHash, newer: CommitHash): boolean =>
    older === newer || historyOf(newer).some((commit) => commit.hash === older)
  /** What both come from; where each has merged the other's past, what those pasts make together. */
  const commonFiles = (ours: CommitHash, theirs: CommitHash): Files => {
    const reachable = new Set(historyOf(ours).map((commit) => commit.hash))
    const shared = historyOf(theirs).filter((commit) => reachable.has(commit.hash))
    const [first, ...others] = shared.filter((commit) =>
      shared.every((other) => other === commit || !isAncestor(commit.hash, other.hash)),
    )
    if (first === undefined) throw new Error(`${ours} and ${theirs} have no history in common`)
    return others.reduce(
      (files, other) => threeWay(commonFiles(first.hash, other.hash), files, other.files).files,
      first.files,
    )
  }

  return {
    commitOf,
    historyOf,
    isAncestor,
    tipOf: (branch) => {
      const tip = branches.get(branch)
      return tip === undefined ? null : commitOf(tip)
    },
    commit(made) {
      const tree = treeHashOf(made.files)
      const said = [tree, made.parents.join(' '), made.author, made.commandId ?? '', made.message]
      const commit: Commit = { ...made, tree, hash: asCommitHash(contentHash(said.join('\0'))) }
      commits.set(commit.hash, commit)
      return commit
    },
    point: (branch, to) => void branches.set(branch, commitOf(to).hash),
    removeBranch: (branch) => void branches.delete(branch),
    mainlineOf(hash) {
      const line: Commit[] = []
      for (let at: CommitHash | undefined = hash; at !== undefined; at = commitOf(at).parents[0])
        line.push(commitOf(at))
      return line
    },
    merge: (ours, theirs) =>
      threeWay(commonFiles(ours, theirs), commitOf(ours).files, commitOf(theirs).files),
  }
}

/** What the check for conflict marks fails on until an agent writes the file again. */
const conflictMarked = (both: string): string =>
  sourceText({
    version: `conflict ${contentHash(both)}`,
    bugs: ['no conflict marks'],
    clashes: [],
    flaws: [],
  })

function threeWay(base: Files, ours: Files, theirs: Files): Merged {
  const files: Record<string, string> = {}
  const conflicts: string[] = []
  for (const path of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const chosen = theirs[path] === base[path] ? ours[path] : theirs[path]
    if (ours[path] !== base[path] && theirs[path] !== base[path] && ours[path] !== theirs[path])
      conflicts.push(path)
    if (chosen !== undefined) files[path] = chosen
  }
  if (conflicts.length === 0) return { type: 'merged', files }
  for (const path of conflicts) files[path] = conflictMarked(`${ours[path]} ${theirs[path]}`)
  return { type: 'conflict', paths: conflicts, files }
}
