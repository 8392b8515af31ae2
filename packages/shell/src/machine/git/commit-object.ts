/** Reads commits that are not packed, and what leads to what among them. Undefined is what only git itself can tell. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asTreeHash, type TreeHash } from '@harness/core/kernel/ids'
import type { GitDirs } from './git-dirs.ts'
import { isHash, looseObject, looseObjectPath } from './loose-object.ts'
import { remember } from './remember.ts'

interface Commit {
  readonly tree: TreeHash
  readonly parents: readonly string[]
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number
}

/** What a commit holds never changes, so that it is read once; whether it is there is looked up each time. */
const commits = new Map<string, Commit>()
const treesOfPacked = new Map<string, TreeHash>()

/** A commit that the repository has. */
export function commitInFiles(dirs: GitDirs, commit: string): Commit | undefined {
  if (!isHash(commit)) return undefined
  const path = looseObjectPath(dirs, commit)
  if (!existsSync(path)) return undefined
  const known = commits.get(path)
  if (known !== undefined) return known
  const object = looseObject(dirs, commit)
  const read = object?.type === 'commit' ? parseCommit(object.content.toString('latin1')) : undefined
  if (read !== undefined) remember(commits, path, read)
  return read
}

/** The tree of a commit that the repository has, or had when git was asked. */
export const knownTree = (dirs: GitDirs, commit: string): TreeHash | undefined =>
  treesOfPacked.get(`${dirs.commonDir}\0${commit}`) ?? commitInFiles(dirs, commit)?.tree

/** So that git need not be asked again for a commit that is packed. */
export const rememberTree = ({ commonDir }: GitDirs, commit: string, tree: TreeHash): void =>
  remember(treesOfPacked, `${commonDir}\0${commit}`, tree)

/** How far back is looked before git is asked, which is quicker over a long way. */
const furthest = 100

/** True if `ancestor` is found behind `descendant`; undefined if it was not found, which proves nothing. */
export function isAncestorInFiles(dirs: GitDirs, ancestor: string, descendant: string): true | undefined {
  // By these a history ends, or leads elsewhere, than its commits say.
  if (['shallow', 'info/grafts'].some((file) => existsSync(join(dirs.commonDir, file)))) return undefined
  const seen = new Set([descendant])
  for (const commit of seen) {
    for (const parent of commitInFiles(dirs, commit)?.parents ?? []) {
      if (parent === ancestor) return commitInFiles(dirs, parent) === undefined ? undefined : true
      seen.add(parent)
    }
    if (seen.size > furthest) return undefined
  }
  return undefined
}

/** Only the plain form that git itself writes. */
function parseCommit(text: string): Commit | undefined {
  const header =
    /^tree ([0-9a-f]+)\n((?:parent [0-9a-f]+\n)*)author [^\n]*\ncommitter [^\n]*> (\d+) [+-]\d{4}\n/
  const [, tree, parents, seconds] = header.exec(text) ?? []
  if (tree === undefined || parents === undefined || seconds === undefined) return undefined
  return {
    tree: asTreeHash(tree),
    parents: parents.split('\n').flatMap((line) => (line === '' ? [] : [line.slice('parent '.length)])),
    at: 1_000 * Number(seconds),
  }
}
