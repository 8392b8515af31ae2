/** Finds the folders of a repository that its lanes borrow: objects, those of other repositories that it borrows itself, LFS files, submodules. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gitDirIfWhole, gitDirsAt, readIfThere } from './git-dirs.ts'

/** Each exists. They hold content only: no ref, hook or config that a program in a lane could use. None if there is no repository. */
export function borrowedStores(repoRoot: string): readonly string[] {
  if (gitDirIfWhole(repoRoot) === null) return []
  const { commonDir } = gitDirsAt(repoRoot)
  const objects = objectStores(join(commonDir, 'objects'))
  return [...objects, join(commonDir, 'lfs'), join(commonDir, 'modules')].filter((folder) =>
    existsSync(folder),
  )
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
