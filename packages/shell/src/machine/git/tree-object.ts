/** Reads a tree that is not packed: the entries of one folder. Undefined is what only git itself can tell. */
import { existsSync } from 'node:fs'
import type { GitDirs } from './git-dirs.ts'
import { isHash, looseObject, looseObjectPath } from './loose-object.ts'
import { pathText } from './path-text.ts'
import { remember } from './remember.ts'

export interface TreeEntry {
  /** Six digits, as `git ls-tree` prints it. */
  readonly mode: string
  readonly object: string
}

/** By name, in git's order; the name of a folder ends in `/`. */
export type Tree = ReadonlyMap<string, TreeEntry>

const trees = new Map<string, Tree>()

/** A tree that the repository has. */
export function treeInFiles(dirs: GitDirs, name: string): Tree | undefined {
  if (!isHash(name)) return undefined
  const path = looseObjectPath(dirs, name)
  if (!existsSync(path)) return undefined
  const known = trees.get(path)
  if (known !== undefined) return known
  const object = looseObject(dirs, name)
  const read = object?.type === 'tree' ? parseTree(object.content, name.length / 2) : undefined
  if (read !== undefined) remember(trees, path, read)
  return read
}

/** `<mode> <name>`, a zero, and the bytes of a hash. A tree that git would not have written is none. */
function parseTree(content: Buffer, hashLength: number): Tree | undefined {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at)
    const blank = content.indexOf(0x20, at)
    const next = end + 1 + hashLength
    if (end === -1 || blank === -1 || blank > end || next > content.length) return undefined
    const mode = content.toString('latin1', at, blank).padStart(6, '0')
    const name = pathText(content.subarray(blank + 1, end))
    const isPlain = plainMode.test(mode) && name !== '' && !name.includes('/')
    if (!isPlain || entries.has(name) || entries.has(`${name}/`)) return undefined
    const object = content.toString('hex', end + 1, next)
    entries.set(mode === '040000' ? `${name}/` : name, { mode, object })
    at = next
  }
  return entries
}

const plainMode = /^(?:100\d{3}|120000|160000|040000)$/
