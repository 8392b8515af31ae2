/**
 * Reads a repository's worktrees from the files in which git keeps them. Git itself refuses to list any where one of them
 * has no whole entry, such as the remains of an adding that was killed; here only that one is left out.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gitDirsAt, mainTop, readIfThere } from './git-dirs.ts'
import type { Worktree } from './worktrees.ts'

export function worktreesByFiles(cwd: string): readonly Worktree[] {
  const { commonDir } = gitDirsAt(cwd)
  const top = mainTop(cwd)
  const bare = top === null && basename(commonDir) !== '.git'
  const main: Worktree = {
    path: bare ? commonDir : (top ?? dirname(commonDir)),
    branch: bare ? null : branchIn(commonDir),
    bare,
    locked: null,
    prunable: null,
  }
  const folder = join(commonDir, 'worktrees')
  return [main, ...readdirSync(folder).flatMap((name) => linked(join(folder, name)))]
}

function linked(gitDir: string): readonly Worktree[] {
  const dotGit = textIn(gitDir, 'gitdir')
  if (dotGit === '' || textIn(gitDir, 'commondir') === '' || textIn(gitDir, 'HEAD') === '') return []
  return [
    {
      path: dirname(dotGit),
      branch: branchIn(gitDir),
      bare: false,
      locked: readIfThere(join(gitDir, 'locked'))?.toString('utf8').trimEnd() ?? null,
      prunable: existsSync(dotGit) ? null : 'its folder is not there',
    },
  ]
}

const branchIn = (gitDir: string): string | null =>
  /^ref: refs\/heads\/(.+)$/s.exec(textIn(gitDir, 'HEAD'))?.[1] ?? null

const textIn = (gitDir: string, file: string): string =>
  readIfThere(join(gitDir, file))?.toString('utf8').trimEnd() ?? ''
