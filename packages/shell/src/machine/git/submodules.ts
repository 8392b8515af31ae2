/** Owns what a commit and its settings say of submodules. */
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { readSettings } from './config-file.ts'
import { gitDirsAt } from './git-dirs.ts'
import { readIfThere } from './read-if-there.ts'
import { gitlinkMode, treeFiles } from './tree-files.ts'

/** An entry of a tree that names a commit of another repository. */
export interface Gitlink {
  readonly path: string
  readonly commit: CommitHash
}

/** How an index says that an entry is one. */
const gitlinkInIndex = Buffer.from([0, 0, 0xe0, 0])

/** Those of a commit that is checked out. Git is asked only if the index may hold some. */
export async function gitlinksOf(cwd: string, commit: CommitHash): Promise<readonly Gitlink[]> {
  const index = readIfThere(join(gitDirsAt(cwd).gitDir, 'index'))
  if (index?.includes(gitlinkInIndex) !== true) return []
  return (await treeFiles(cwd, commit)).flatMap(({ mode, object, path }) =>
    mode === gitlinkMode ? [{ path, commit: asCommitHash(object) }] : [],
  )
}

/** The name by which git keeps the submodule's repository; null if `.gitmodules` has none that can be a folder's. */
export async function submoduleName(worktree: string, path: string): Promise<string | null> {
  const settings = await readSettings([join(worktree, '.gitmodules')]).catch(() => [])
  const key = settings.find((one) => /^submodule\..+\.path$/s.test(one.key) && one.value === path)?.key
  const name = key?.slice('submodule.'.length, -'.path'.length)
  return name === undefined || /(^|\/)\.{0,2}(\/|$)/.test(name) ? null : name
}
