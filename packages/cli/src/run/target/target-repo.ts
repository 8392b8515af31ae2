/**
 * Finds the repository that a command is about: --repo, else HARNESS_TARGET_REPO, else the one around the working
 * directory. A lane stands for the repository that it was made from: it has no plans and no runs of its own.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { repositoryRoot } from '@harness/shell/machine/git/git-dirs'
import { mainWorktree } from '@harness/shell/machine/git/main-worktree'
import { isLane } from '@harness/shell/store/layout/lane-place'
import type { CommandContext } from '../../line/command.ts'

const isBare = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))

export function targetRepo({
  cwd,
  env,
  repoOption,
  mayLackGit = false,
}: Pick<CommandContext, 'cwd' | 'env' | 'repoOption' | 'mayLackGit'>): string {
  const named = repoOption ?? (env.HARNESS_TARGET_REPO || null)
  const start = named === null ? cwd : resolve(cwd, named)
  if (statSync(start, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const by = repoOption === null ? 'HARNESS_TARGET_REPO' : '--repo'
    throw new UserError('repo-not-found', `${by} names ${start}, which is not a folder.`, {
      next: 'Name the folder of a git repository: harness --repo <dir> …',
    })
  }
  const root = repositoryRoot(start)
  if (root === null) {
    const folder = folderOfRuns(start) ?? (mayLackGit && !isBare(start) ? start : null)
    if (folder !== null) return folder
    if (isBare(start))
      throw new UserError('not-a-repository', `${start} is a bare repository: it has no files to work on.`, {
        next: `Make a worktree of it and go there: git -C '${start}' worktree add <dir>`,
      })
    throw new UserError('not-a-repository', `${start} is not inside a git repository.`, {
      next: 'Go to your repository or name it with --repo; to make one here: git init',
    })
  }
  return isLane(root) ? mainWorktree(root) : root
}

/** Without git, what tells is that a run was started there; null if none was. */
function folderOfRuns(start: string): string | null {
  for (let at = resolve(start); ; at = dirname(at)) {
    if (existsSync(join(at, '.harness/run/runs'))) return at
    if (dirname(at) === at) return null
  }
}
