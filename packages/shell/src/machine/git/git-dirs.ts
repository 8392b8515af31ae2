/** Finds the files that make up a repository without asking git. Only a lane's own `.git` is never looked at. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { laneAround, laneDirsAt, notARepository, storeInLane } from './lane-dirs.ts'
import { readIfThere } from './read-if-there.ts'

export interface GitDirs {
  /** The top of the working tree, null in a bare repository. */
  readonly top: string | null
  /** Where HEAD and the index of this worktree are. */
  readonly gitDir: string
  /** Where config, refs and objects are: shared by all worktrees. */
  readonly commonDir: string
  /** Whether git must be told both by name: in a lane and below it, `.git` belongs to the agent. */
  readonly isNamed: boolean
}

/**
 * The repository whose top is exactly `cwd`. It does not look further up for a `.git`: a folder that lost its own would
 * otherwise silently become the checkout around it.
 */
export function gitDirsAt(cwd: string): GitDirs {
  const known = laneDirsAt(cwd) ?? storeInLane(cwd)
  if (known !== null) return { ...withCommon(known.top, known.gitDir), isNamed: true }
  const dotGit = join(cwd, '.git')
  const kind = kindOf(dotGit)
  if (kind === 'directory') return withCommon(cwd, dotGit)
  if (kind === 'file') return withCommon(cwd, followPointer(dotGit))
  if (kindOf(join(cwd, 'HEAD')) === 'file' && kindOf(join(cwd, 'objects')) === 'directory') {
    return withCommon(null, cwd)
  }
  throw notARepository(cwd)
}

/** Whether a folder is neither a repository nor a lane. One that is inside of another repository counts too. */
export const isWithoutGit = (folder: string): boolean =>
  kindOf(join(folder, '.git')) === 'none' &&
  kindOf(join(folder, 'HEAD')) === 'none' &&
  laneAround(folder) === null

/** For a call of git that needs no repository. */
export function dirsForSettings(folder: string): GitDirs {
  if (!isWithoutGit(folder)) return gitDirsAt(folder)
  const gitDir = join(folder, '.git')
  return { top: null, gitDir, commonDir: gitDir, isNamed: false }
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
 * The place of the worktree that `cwd` is, if it is the one that the repository was made with; else null. Git itself knows
 * only the path of the repository, and takes the folder around it.
 */
export function mainTop(cwd: string): string | null {
  const { top, gitDir, commonDir } = gitDirsAt(cwd)
  return gitDir === commonDir ? top : null
}

/** The top folder of the repository or lane that `start` is in, null if it is in none. */
export function repositoryRoot(start: string): string | null {
  const lane = laneAround(start)
  if (lane !== null) return lane.top
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

function withCommon(top: string | null, gitDir: string): GitDirs {
  const pointer = readIfThere(join(gitDir, 'commondir'))?.toString('utf8')
  const commonDir = pointer === undefined ? gitDir : resolve(gitDir, pointer.trimEnd())
  return { top, gitDir, commonDir, isNamed: false }
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

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

function kindOf(path: string): 'file' | 'directory' | 'none' {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 'none'
  return stats.isDirectory() ? 'directory' : 'file'
}
