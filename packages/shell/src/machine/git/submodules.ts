/** Owns what a worktree's submodules are: where their repositories lie, and whether others have the commits they stand at. */
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'

/** An entry of a tree that names a commit of another repository. */
export interface Gitlink {
  readonly path: string
  readonly commit: CommitHash
}

/**
 * Whether the submodule's repository belongs to this worktree alone: what points elsewhere could be the user's own
 * repository, and whatever is done there would be done to it.
 */
export function isOwnSubmodule(worktree: string, path: string): boolean {
  const folder = join(worktree, path)
  const { gitDir, commonDir } = gitDirsAt(folder)
  const places = [join(gitDirsAt(worktree).gitDir, 'modules'), folder].map(realOrSame)
  const own = realOrSame(gitDir)
  return gitDir === commonDir && places.some((place) => own.startsWith(`${place}${sep}`))
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whether the commit was fetched from somewhere: then others can fetch it too. */
export async function isPublished(submodule: string, commit: CommitHash): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes', 'refs/tags']
  return (await gitOk(submodule, args)).stdout !== ''
}
