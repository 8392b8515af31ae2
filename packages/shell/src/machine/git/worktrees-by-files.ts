/**
 * Reads a repository's worktrees from the files in which git keeps them. Git itself refuses to list any if one of them
 * has no whole entry, such as the remains of an adding that was killed; here only that one is left out.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { readableNamesInSync } from '../disk/folder-names.ts'
import { repositorySettings } from './config-scan.ts'
import { type GitDirs, gitDirsAt, mainTop } from './git-dirs.ts'
import { readIfThere } from './read-if-there.ts'
import { headInFiles } from './ref-files.ts'
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

/** All of them, if nothing about any is out of the ordinary; undefined if git has to be asked. */
export async function wholeByFiles(cwd: string): Promise<readonly Worktree[] | undefined> {
  const dirs = gitDirsAt(cwd)
  if (basename(dirs.commonDir) !== '.git' || !(await isOrdinary(dirs))) return undefined
  const folders = readableNamesInSync(join(dirs.commonDir, 'worktrees')).map((name) =>
    join(dirs.commonDir, 'worktrees', name),
  )
  const others = folders.flatMap(linked)
  const branch = branchIn(dirs.commonDir)
  const isPlain = ({ path, prunable }: Worktree): boolean => prunable === null && isAbsolute(path)
  // Another name, or a link, may stand for the branch that is meant.
  const isNamed = (gitDir: string): boolean => headInFiles({ ...dirs, gitDir }) !== undefined
  if (![dirs.commonDir, ...folders].every(isNamed)) return undefined
  if (others.length !== folders.length || !others.every(isPlain)) return undefined
  const path = realpathSync(dirname(dirs.commonDir))
  return [{ path, branch, bare: false, locked: null, prunable: null }, ...others]
}

/** If the settings say that there is a checkout, and that they are the same for all. */
async function isOrdinary(dirs: GitDirs): Promise<boolean> {
  const settings = await repositorySettings(dirs)
  return (
    settings.some(({ key, value }) => key === 'core.bare' && value === 'false') &&
    !settings.some(({ key, value }) => key === 'core.bare' && value !== 'false') &&
    !settings.some(({ key }) => key === 'core.worktree' || key.startsWith('extensions.'))
  )
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
