/** Finds the folders of a repository that its lanes borrow: objects and LFS files, its own and those of its submodules. */
import { existsSync, lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readableNamesInSync } from '../disk/folder-names.ts'
import { gitDirIfWhole, gitDirsAt } from './git-dirs.ts'
import { readIfThere } from './read-if-there.ts'

/** Each exists. They hold content only: no ref, hook or config that a program in a lane could use. None if there is no repository. */
export function borrowedStores(repoRoot: string): readonly string[] {
  if (gitDirIfWhole(repoRoot) === null) return []
  const { commonDir } = gitDirsAt(repoRoot)
  const stores = [commonDir, ...modulesIn(join(commonDir, 'modules')).map(({ gitDir }) => gitDir)]
  const folders = stores.flatMap((store) => [...objectStores(join(store, 'objects')), join(store, 'lfs')])
  return [...new Set(folders)].filter((folder) => existsSync(folder))
}

/** A store and its alternates, each once. */
function objectStores(first: string): readonly string[] {
  const found = new Set<string>()
  const add = (store: string): void => {
    if (found.has(store)) return
    found.add(store)
    const alternates = readIfThere(join(store, 'info/alternates'))?.toString('utf8') ?? ''
    for (const line of alternates.split('\n')) {
      // Git quotes a path that has special characters; such a store stays hidden.
      if (line !== '' && !line.startsWith('#') && !line.startsWith('"')) add(resolve(store, line))
    }
  }
  add(first)
  return [...found]
}

export interface Module {
  /** As git calls its folder, relative to the first. */
  readonly name: string
  readonly gitDir: string
}

/** A module's name may hold slashes, and a module may have modules. */
export function modulesIn(folder: string, above = ''): readonly Module[] {
  return readableNamesInSync(folder).flatMap((entry) => {
    const [gitDir, name] = [join(folder, entry), `${above}${entry}`]
    if (lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) return []
    if (!existsSync(join(gitDir, 'HEAD'))) return modulesIn(gitDir, `${name}/`)
    return [{ name, gitDir }, ...modulesIn(join(gitDir, 'modules'), `${name}/modules/`)]
  })
}
