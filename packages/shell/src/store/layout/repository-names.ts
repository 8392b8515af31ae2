/**
 * Owns how events and states name a place of the repository: relative to its main worktree, so that a journal means the
 * same on another machine. Performers turn paths into names; code that uses a place turns the name into a path again.
 */
import { realpathSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { mainWorktree } from '../../machine/git/main-worktree.ts'

/** `.` for the main worktree itself. `repoRoot` is any worktree of the repository. */
export function nameInRepository(repoRoot: string, path: string): string {
  const main = mainWorktree(repoRoot)
  // Git tells some paths with links resolved.
  const names = [main, realpathSync(main)].map((from) => relative(from, path) || '.')
  return names.reduce((one, other) => (stepsUp(other) < stepsUp(one) ? other : one))
}

/** Lanes are beside the repository: one step up. */
const stepsUp = (name: string): number => name.split(sep).filter((step) => step === '..').length

/** The text with every path of the repository as a name. */
export function namesInText(repoRoot: string, text: string): string {
  const main = mainWorktree(repoRoot)
  return [main, realpathSync(main)].reduce(
    (named, folder) =>
      named
        .replaceAll(`${folder}${sep}`, '')
        .replaceAll(`${folder}.lanes${sep}`, `../${basename(folder)}.lanes${sep}`),
    text,
  )
}

/** Absolute. A journal of an earlier version has absolute paths: they stay as they are. */
export const pathInRepository = (repoRoot: string, name: string): string =>
  resolve(mainWorktree(repoRoot), name)
