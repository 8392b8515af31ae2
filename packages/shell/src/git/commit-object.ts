/**
 * Reads a commit from the file in which git keeps it until it is packed, and holds it against its own name, so that
 * nothing else can pass for it. What is not there that way is undefined: only git itself can tell.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { asTreeHash, type TreeHash } from '@harness/core/ids'
import type { GitDirs } from './git-dirs.ts'

/** What a commit holds never changes, so that it is asked for once. */
const trees = new Map<string, TreeHash>()
const keptTrees = 1_000
const largest = 1024 * 1024

/** The tree of a commit that the repository has. */
export function treeInFiles({ commonDir }: GitDirs, commit: string): TreeHash | undefined {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return undefined
  const key = `${commonDir}\0${commit}`
  const known = trees.get(key)
  if (known !== undefined) return known
  const tree = readTree(join(commonDir, 'objects', commit.slice(0, 2), commit.slice(2)), commit)
  if (tree !== undefined) remember(key, tree)
  return tree
}

/** So that git need not be asked again for a commit that is packed. */
export const rememberTree = ({ commonDir }: GitDirs, commit: string, tree: TreeHash): void =>
  remember(`${commonDir}\0${commit}`, tree)

function remember(key: string, tree: TreeHash): void {
  const oldest = trees.keys().next().value
  if (trees.size >= keptTrees && oldest !== undefined) trees.delete(oldest)
  trees.set(key, tree)
}

function readTree(path: string, commit: string): TreeHash | undefined {
  try {
    if (statSync(path).size > largest) return undefined
    const object = inflateSync(readFileSync(path), { maxOutputLength: largest })
    const name = createHash(commit.length === 40 ? 'sha1' : 'sha256')
      .update(object)
      .digest('hex')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what an object is ends in one.
    const tree = /^commit \d+\x00tree ([0-9a-f]+)\n/.exec(object.toString('latin1', 0, 200))?.[1]
    return name === commit && tree?.length === commit.length ? asTreeHash(tree) : undefined
  } catch {
    return undefined
  }
}
