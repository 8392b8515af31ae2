/** Finds a rebase or bisection that a person has under way on a branch: moving the branch would break its end. */
import { join } from 'node:path'
import { gitDirIfWhole } from '../../machine/git/git-dirs.ts'
import { readIfThere } from '../../machine/git/read-if-there.ts'

/** While it lasts HEAD is detached, so git's list of worktrees does not tell. Null if there is none. */
export function unfinishedWorkOn(
  branch: string,
  worktrees: readonly { readonly path: string }[],
): string | null {
  for (const { path } of worktrees) {
    const gitDir = gitDirIfWhole(path)
    if (gitDir === null) continue
    const names = (file: string): boolean =>
      readIfThere(join(gitDir, file))?.toString('utf8').trim().replace('refs/heads/', '') === branch
    if (names('rebase-merge/head-name') || names('rebase-apply/head-name'))
      return `In ${path} a rebase of ${branch} is under way.`
    if (names('BISECT_START')) return `In ${path} a bisection that began on ${branch} is under way.`
  }
  return null
}
