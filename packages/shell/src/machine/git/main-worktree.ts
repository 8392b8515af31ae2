/** Finds the worktree that a repository was made with, from any other of its worktrees; git is not asked. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gitDirsAt, isWithoutGit } from './git-dirs.ts'

/** `top` itself if it is the main one, if there is none because the repository is bare, and without git. */
export function mainWorktree(top: string): string {
  if (isWithoutGit(top)) return top
  const { gitDir, commonDir } = gitDirsAt(top)
  return gitDir === commonDir || basename(commonDir) !== '.git' ? top : dirname(commonDir)
}

/** Whether HEAD of the worktree at `top` is this branch. */
export const isCheckedOut = (top: string, branch: string): boolean =>
  readFileSync(join(gitDirsAt(top).gitDir, 'HEAD'), 'utf8').trimEnd() === `ref: refs/heads/${branch}`
