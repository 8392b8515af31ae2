/** Finds the files that make up a repository, the way git does, without asking git and without looking upwards. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'

export interface GitDirs {
  /** The top of the working tree, null in a bare repository. */
  readonly top: string | null
  /** Where HEAD and the index of this worktree lie. */
  readonly gitDir: string
  /** Where config, refs and objects lie: shared by all worktrees. */
  readonly commonDir: string
}

/**
 * The repository whose top is exactly `cwd`. Looking further up is left out on purpose: a lane that lost its `.git`
 * would otherwise silently become the user's own checkout around it.
 */
export function gitDirsAt(cwd: string): GitDirs {
  const dotGit = join(cwd, '.git')
  const kind = kindOf(dotGit)
  if (kind === 'directory') return withCommon(cwd, dotGit)
  if (kind === 'file') return withCommon(cwd, followPointer(dotGit))
  if (kindOf(join(cwd, 'HEAD')) === 'file' && kindOf(join(cwd, 'objects')) === 'directory') {
    return withCommon(null, cwd)
  }
  throw new UserError('not-a-repository', `${cwd} is not the top folder of a git repository.`, {
    next: 'Run harness in a git repository, or make one here with: git init',
  })
}

/** The path of another worktree's HEAD; null if it is half made or just being removed. */
export function gitDirIfWhole(top: string): string | null {
  try {
    const { gitDir } = gitDirsAt(top)
    return kindOf(join(gitDir, 'HEAD')) === 'file' ? gitDir : null
  } catch (error) {
    if (error instanceof UserError || isMissing(error)) return null
    throw error
  }
}

/**
 * Where the worktree lies that `cwd` is, if it is the one that the repository was made with; else null. Git itself knows
 * only the path of the repository, and takes the folder around it.
 */
export function mainTop(cwd: string): string | null {
  const { top, gitDir, commonDir } = gitDirsAt(cwd)
  return gitDir === commonDir ? top : null
}

/** The top folder of the repository that `start` is in, null if it is in none. */
export function repositoryRoot(start: string): string | null {
  for (let at = resolve(start); ; at = dirname(at)) {
    if (kindOf(join(at, '.git')) !== 'none') return at
    if (dirname(at) === at) return null
  }
}

/** Whether both are checkouts of one repository; a copy of it, or a folder that is none any more, is not. */
export function areOfOneRepository(one: string, other: string): boolean {
  const [dirOfOne, dirOfOther] = [gitDirIfWhole(one), gitDirIfWhole(other)]
  if (dirOfOne === null || dirOfOther === null) return false
  return (
    realpathSync(withCommon(null, dirOfOne).commonDir) ===
    realpathSync(withCommon(null, dirOfOther).commonDir)
  )
}

/**
 * Whether `cwd` still is the worktree that the repository at `repository` knows by that path: an agent in it
 * could have made its `.git` point to another worktree, or to a repository of their own making.
 */
export function isWorktreeOf(cwd: string, repository: string): boolean {
  const { gitDir, commonDir } = gitDirsAt(cwd)
  if (realpathSync(commonDir) !== realpathSync(gitDirsAt(repository).commonDir)) return false
  if (gitDir === commonDir) return realpathSync(cwd) === realpathSync(repository)
  const back = readIfThere(join(gitDir, 'gitdir'))?.toString('utf8').trimEnd()
  return back !== undefined && realpathSync(dirname(back)) === realpathSync(cwd)
}

function withCommon(top: string | null, gitDir: string): GitDirs {
  const pointer = readIfThere(join(gitDir, 'commondir'))?.toString('utf8')
  return { top, gitDir, commonDir: pointer === undefined ? gitDir : resolve(gitDir, pointer.trimEnd()) }
}

function followPointer(dotGit: string): string {
  const target = /^gitdir: (.+?)[\r\n]*$/s.exec(readFileSync(dotGit, 'utf8'))?.[1]
  if (target === undefined) {
    throw new UserError('not-a-repository', `${dotGit} is a file, but does not point to a repository.`, {
      next: 'If this was a worktree, run in the main checkout: git worktree repair',
    })
  }
  return resolve(dirname(dotGit), target)
}

export function readIfThere(path: string): Buffer | null {
  try {
    // Mostly there is none, and an error for it takes longer than a look.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return null
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

function kindOf(path: string): 'file' | 'directory' | 'none' {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 'none'
  return stats.isDirectory() ? 'directory' : 'file'
}
