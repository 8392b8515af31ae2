/** Owns the list of a repository's worktrees as git keeps it. */
import { asCommitHash, type CommitHash } from '@harness/core/ids'
import { gitOk } from './git.ts'

export interface Worktree {
  readonly path: string
  /** Null in a bare repository and where nothing was committed yet. */
  readonly commit: CommitHash | null
  /** Null where HEAD is detached. */
  readonly branch: string | null
  readonly bare: boolean
  /** The reason it is locked for, possibly empty; null where it is not. */
  readonly locked: string | null
  /** Why git would prune it (its folder is gone); null where it would not. */
  readonly prunable: string | null
}

/** All worktrees, the main one first. */
export async function worktrees(cwd: string): Promise<readonly Worktree[]> {
  const { stdout } = await gitOk(cwd, ['worktree', 'list', '--porcelain', '-z'])
  return parseWorktrees(stdout)
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
      const commit = fields.get('HEAD') ?? ''
      return {
        path: fields.get('worktree') ?? '',
        commit: /^0*$/.test(commit) ? null : asCommitHash(commit),
        branch: fields.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
        bare: fields.has('bare'),
        locked: fields.get('locked') ?? null,
        prunable: fields.get('prunable') ?? null,
      }
    })
}
