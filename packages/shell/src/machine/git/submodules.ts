/** Owns what a commit and its settings say of submodules. */
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { readSettings } from './config-file.ts'
import { gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
import { pathText } from './path-text.ts'
import { readIfThere } from './read-if-there.ts'

/** An entry of a tree that names a commit of another repository. */
export interface Gitlink {
  readonly path: string
  readonly commit: CommitHash
}

/** How an index says that an entry is one. */
const gitlinkMode = Buffer.from([0, 0, 0xe0, 0])

/** Those of a commit that is checked out. Git is asked only if the index may hold some. */
export async function gitlinksOf(cwd: string, commit: CommitHash): Promise<readonly Gitlink[]> {
  const index = readIfThere(join(gitDirsAt(cwd).gitDir, 'index'))
  if (index?.includes(gitlinkMode) !== true) return []
  const { bytes } = await gitOk(cwd, ['ls-tree', '-r', '-z', '--full-tree', commit])
  return pathText(bytes)
    .split('\0')
    .flatMap((line) => {
      const [, link, path] = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
      return link === undefined || path === undefined ? [] : [{ path, commit: asCommitHash(link) }]
    })
}

/** The name by which git keeps the submodule's repository; null if `.gitmodules` has none that can be a folder's. */
export async function submoduleName(worktree: string, path: string): Promise<string | null> {
  const settings = await readSettings([join(worktree, '.gitmodules')]).catch(() => [])
  const key = settings.find((one) => /^submodule\..+\.path$/s.test(one.key) && one.value === path)?.key
  const name = key?.slice('submodule.'.length, -'.path'.length)
  return name === undefined || /(^|\/)\.{0,2}(\/|$)/.test(name) ? null : name
}
