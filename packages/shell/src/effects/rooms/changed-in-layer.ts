/**
 * Tells which files of a tree a program changed in a layer, from what the layer holds. A file that is there may be the same
 * as before. A removed one is a device with the number 0. A folder that was removed and made again hides what was in it,
 * which only the sandbox can show.
 */

import { constants, type Dirent } from 'node:fs'
import { chmod, lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeHash } from '@harness/core/kernel/ids'
import { pathBytes, pathText } from '../../machine/git/path-text.ts'
import { gitlinkMode, treeFiles } from '../../machine/git/tree-files.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import type { Cell, Sandbox } from '../../machine/sandbox/sandbox.ts'

interface Layered {
  /** The folder below the layer. */
  readonly room: string
  readonly tree: TreeHash
  /** The files of the layer. */
  readonly written: string
  readonly cell: Cell
}

export async function changedInLayer(layered: Layered, sandbox: Sandbox): Promise<readonly string[]> {
  const entries = await entriesIn(layered.written)
  if (entries.length === 0) return []
  const tree = await readTree(layered.room, layered.tree)
  const changed = new Set<string>()
  for (const { path, kind } of entries) {
    if (kind === 'folder') {
      if (tree.files.has(path)) changed.add(path)
      continue
    }
    for (const below of tree.below(path)) changed.add(below)
    if (!tree.files.has(path)) continue
    if (kind === 'gone' || !(await isSame(layered, path))) changed.add(path)
  }
  const folders = entries.filter(({ path, kind }) => kind === 'folder' && tree.folders.has(path))
  for (const path of await hiddenIn(folders, tree, layered, sandbox)) changed.add(path)
  return [...changed].sort()
}

interface Entry {
  /** Relative to the room; to be taken for bytes by `pathBytes`. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'gone'
}

/** All that the layer holds. The room's own repository is no part of the tree. */
async function entriesIn(written: string): Promise<readonly Entry[]> {
  const found: Entry[] = []
  const walk = async (folder: string): Promise<void> => {
    const place = pathBytes(join(written, folder))
    for (const entry of await listed(place)) {
      const name = pathText(entry.name)
      if (folder === '' && name === '.git') continue
      const path = folder === '' ? name : `${folder}/${name}`
      const kind = entry.isDirectory() ? 'folder' : entry.isCharacterDevice() ? 'gone' : 'file'
      found.push({ path, kind })
      if (kind === 'folder') await walk(path)
    }
  }
  await walk('')
  return found
}

/** A program may close a folder, also to the user that it belongs to. The layer is thrown away, so it can be opened. */
async function listed(folder: Buffer): Promise<readonly Dirent<Buffer>[]> {
  const list = () => readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  return list().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error
    await chmod(folder, 0o700)
    return list()
  })
}

interface TreeFiles {
  readonly files: ReadonlySet<string>
  readonly folders: ReadonlyMap<string, readonly string[]>
  /** The files in a folder, at any depth. */
  below(folder: string): readonly string[]
}

/** Submodules are left out: what is in them is no file of the tree. */
async function readTree(room: string, tree: TreeHash): Promise<TreeFiles> {
  const files = new Set<string>()
  const folders = new Map<string, string[]>()
  for (const { path, mode } of await treeFiles(room, tree)) {
    if (mode === gitlinkMode) continue
    files.add(path)
    let child = path
    for (let end = path.lastIndexOf('/'); end > 0; end = child.lastIndexOf('/')) {
      const folder = child.slice(0, end)
      const known = folders.get(folder)
      folders.set(folder, [...(known ?? []), child])
      if (known !== undefined) break
      child = folder
    }
  }
  const below = (folder: string): readonly string[] =>
    folders.has(folder) ? [...files].filter((path) => path.startsWith(`${folder}/`)) : []
  return { files, folders, below }
}

async function isSame({ room, written }: Layered, path: string): Promise<boolean> {
  const [before, after] = [pathBytes(join(room, path)), pathBytes(join(written, path))]
  const [was, is] = await Promise.all([lstat(before), lstat(after)])
  if (was.isSymbolicLink() && is.isSymbolicLink()) return (await readlink(before)) === (await readlink(after))
  if (!was.isFile() || !is.isFile() || was.size !== is.size) return false
  if (((was.mode ^ is.mode) & constants.S_IXUSR) !== 0) return false
  return (await readFile(before)).equals(await readFile(after))
}

/** Arguments of one command. */
const mostFolders = 200

/** What the tree has in these folders, and the program does not see any more. */
async function hiddenIn(
  folders: readonly Entry[],
  tree: TreeFiles,
  { cell }: Layered,
  sandbox: Sandbox,
): Promise<readonly string[]> {
  const hidden: string[] = []
  for (let start = 0; start < folders.length; start += mostFolders) {
    const some = folders.slice(start, start + mostFolders).map(({ path }) => path)
    const seen = await namesSeen(some, cell, sandbox)
    for (const folder of some)
      for (const child of tree.folders.get(folder) ?? [])
        if (!seen.has(child)) hidden.push(...(tree.files.has(child) ? [child] : tree.below(child)))
  }
  return hidden
}

const lookMs = 60_000
const lookBytes = 64 * 1024 * 1024

async function namesSeen(
  folders: readonly string[],
  cell: Cell,
  sandbox: Sandbox,
): Promise<ReadonlySet<string>> {
  const result = await runConfined(sandbox, cell, {
    file: '/bin/sh',
    args: ['-c', 'find "$@" -mindepth 1 -maxdepth 1 -print0', 'sh', ...folders.map((path) => `./${path}`)],
    env: { PATH: '/usr/bin:/bin' },
    limits: { wallMs: lookMs, outputBytes: lookBytes },
    capture: true,
  })
  // Then nothing was seen, and all counts as changed.
  if (result.exitCode !== 0) return new Set()
  return new Set(
    pathText(result.stdout)
      .split('\0')
      .map((path) => path.replace(/^\.\//, '')),
  )
}
