/**
 * Owns what a tree holds: all its files, one of them, and what differs from another tree. Trees that are not packed are read
 * from their files; all others are left to git.
 */
import { knownTree } from './commit-object.ts'
import { resolvedInFiles } from './commits.ts'
import { gitOk } from './git.ts'
import { type GitDirs, gitDirsAt } from './git-dirs.ts'
import { pathBytes, pathText } from './path-text.ts'
import { safeRevision } from './refs.ts'
import { type Tree, type TreeEntry, treeInFiles } from './tree-object.ts'

export interface TreeFile extends TreeEntry {
  /** From the top of the tree, to be taken for bytes by `pathBytes`. */
  readonly path: string
}

/** Of a submodule: the object is a commit of another repository. */
export const gitlinkMode = '160000'
const folderMode = '040000'

/** Every file, link and submodule of a commit or a tree, in git's order. */
export async function treeFiles(cwd: string, revision: string): Promise<readonly TreeFile[]> {
  const filed = filesIn(gitDirsAt(cwd), revision)
  if (filed !== undefined) return filed
  return listed(cwd, ['-r', '--full-tree', safeRevision(revision)])
}

/** The files, links and submodules at these paths of a commit or a tree. */
export async function entriesAt(
  cwd: string,
  revision: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeEntry>> {
  const dirs = gitDirsAt(cwd)
  const filed = paths.map((path) => ({ path, entry: entryIn(dirs, revision, path) }))
  const files = filed.some(({ entry }) => entry === undefined)
    ? await listed(cwd, ['--full-tree', safeRevision(revision), '--', ...paths])
    : filed.flatMap(({ path, entry }) => (entry ? [{ path, ...entry }] : []))
  return new Map(
    files.flatMap(({ path, mode, object }) => (mode === folderMode ? [] : [[path, { mode, object }]])),
  )
}

async function listed(cwd: string, args: readonly string[]): Promise<readonly TreeFile[]> {
  const { bytes } = await gitOk(cwd, ['ls-tree', '-z', ...args])
  return pathText(bytes)
    .split('\0')
    .flatMap((line) => {
      const [, mode, object, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
      return mode === undefined || object === undefined || path === undefined ? [] : [{ path, mode, object }]
    })
}

/** What differs between two trees. */
export interface TreeChange {
  readonly path: string
  /** Null if only the other tree has the file. */
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

/** Between two commits or trees; a renamed file counts as both its names. */
export async function treeChanges(cwd: string, from: string, to: string): Promise<readonly TreeChange[]> {
  const filed = changesIn(gitDirsAt(cwd), from, to)
  if (filed !== undefined) return filed
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames', '--end-of-options']
  const { bytes } = await gitOk(cwd, [...args, safeRevision(from), safeRevision(to), '--'])
  const fields = pathText(bytes).split('\0')
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', mode = '', oldObject = '', object = ''] = (fields[at] ?? '').slice(1).split(' ')
    const side = (ofMode: string, hash: string) =>
      ofMode === '000000' ? null : { mode: ofMode, object: hash }
    changes.push({ path: fields[at + 1] ?? '', before: side(oldMode, oldObject), after: side(mode, object) })
  }
  return changes
}

/** What stands at a path of a commit or tree: null if nothing does, undefined if only git can tell. */
export function entryIn(dirs: GitDirs, revision: string, path: string): TreeEntry | null | undefined {
  const root = rootOf(dirs, revision)
  if (root === undefined) return undefined
  let found: TreeEntry | null = null
  let folder: string | null = root
  for (const name of path.split('/')) {
    // Git has rules of its own for these.
    if (/^\.{0,2}$/.test(name)) return undefined
    if (folder === null) return null
    const tree = treeInFiles(dirs, folder)
    if (tree === undefined) return undefined
    const below = tree.get(`${name}/`)
    folder = below?.object ?? null
    found = below ?? tree.get(name) ?? null
  }
  return found
}

function filesIn(dirs: GitDirs, revision: string): readonly TreeFile[] | undefined {
  const root = rootOf(dirs, revision)
  if (root === undefined) return undefined
  const changes = changesBetween(dirs, null, root)
  return changes?.flatMap(({ path, after }) => (after === null ? [] : [{ path, ...after }]))
}

function changesIn(dirs: GitDirs, from: string, to: string): readonly TreeChange[] | undefined {
  const [before, after] = [rootOf(dirs, from), rootOf(dirs, to)]
  return before === undefined || after === undefined ? undefined : changesBetween(dirs, before, after)
}

/** The tree of a commit, or a tree itself. */
function rootOf(dirs: GitDirs, revision: string): string | undefined {
  const tree = knownTree(dirs, resolvedInFiles(dirs, revision) ?? revision)
  return tree ?? (treeInFiles(dirs, revision) === undefined ? undefined : revision)
}

/** Beyond so many trees git is quicker. */
const mostTrees = 100

/** Folders with the same content are not looked into. Null is a tree without files. */
function changesBetween(dirs: GitDirs, from: string | null, to: string): readonly TreeChange[] | undefined {
  const changes: TreeChange[] = []
  let read = 0
  const entriesOf = (tree: string | null): Tree | undefined =>
    tree === null ? none : ++read > mostTrees ? undefined : treeInFiles(dirs, tree)
  const walk = (before: string | null, after: string | null, folder: string): boolean => {
    if (before === after) return true
    const [old, now] = [entriesOf(before), entriesOf(after)]
    if (old === undefined || now === undefined) return false
    return inOrder(old, now).every((name) => {
      const [was, is] = [old.get(name) ?? null, now.get(name) ?? null]
      if (name.endsWith('/')) return walk(was?.object ?? null, is?.object ?? null, folder + name)
      if (was?.mode !== is?.mode || was?.object !== is?.object)
        changes.push({ path: folder + name, before: was, after: is })
      return true
    })
  }
  return walk(from, to, '') ? changes : undefined
}

const none: Tree = new Map()

/** Git goes by bytes. */
const inOrder = (old: Tree, now: Tree): readonly string[] =>
  old.size === 0
    ? [...now.keys()]
    : [...new Set([...old.keys(), ...now.keys()])].sort((one, other) =>
        Buffer.compare(pathBytes(one), pathBytes(other)),
      )
