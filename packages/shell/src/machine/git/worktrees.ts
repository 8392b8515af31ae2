/**
 * Owns the list of a repository's worktrees as git keeps it. Others add and remove theirs meanwhile, without a lock that
 * readers could take, and git gives no list at all while one of them is half written.
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { GitError, git } from './git.ts'
import { gitDirsAt, mainTop } from './git-dirs.ts'
import { wholeByFiles, worktreesByFiles } from './worktrees-by-files.ts'

export interface Worktree {
  readonly path: string
  /** Null if HEAD is detached. */
  readonly branch: string | null
  readonly bare: boolean
  /** The reason it is locked for, possibly empty; null if it is not. */
  readonly locked: string | null
  /** Why there is no folder of it any more, as git says or, if a lock keeps git from saying it, as the disk shows. */
  readonly prunable: string | null
}

/** All worktrees, the main one first; one that is half written is left out. */
export async function worktrees(cwd: string): Promise<readonly Worktree[]> {
  const filed = await wholeByFiles(cwd)
  if (filed !== undefined) return filed
  const args = ['worktree', 'list', '--porcelain', '-z']
  const result = await git(cwd, args)
  if (result.exitCode === 0) return withMain(parseWorktrees(result.stdout), cwd)
  if (/failed to read .*commondir/.test(result.stderr)) return worktreesByFiles(cwd)
  throw new GitError({ args, cwd }, result)
}

/** Git names the folder of a repository that is apart from its checkout, in which there are no files. */
function withMain([main, ...others]: readonly Worktree[], cwd: string): readonly Worktree[] {
  if (main === undefined) return others
  const top = main.bare || basename(gitDirsAt(cwd).commonDir) === '.git' ? null : mainTop(cwd)
  return [top === null ? main : { ...main, path: realpathSync(top) }, ...others]
}

function parseWorktrees(text: string): readonly Worktree[] {
  return text
    .split('\0\0')
    .filter((block) => block !== '')
    .map((block) => {
      const fields = new Map(
        block.split('\0').map((line) => {
          const blank = line.indexOf(' ')
          return blank === -1 ? [line, ''] : [line.slice(0, blank), line.slice(blank + 1)]
        }),
      )
      const path = fields.get('worktree') ?? ''
      return {
        path,
        branch: fields.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
        bare: fields.has('bare'),
        locked: fields.get('locked') ?? null,
        prunable: fields.get('prunable') ?? whyGone(path),
      }
    })
}

const whyGone = (path: string): string | null => (existsSync(path) ? null : 'its folder is not there')
