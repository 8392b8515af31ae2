/**
 * Owns what is told of a lane that no run works in: the work that it holds, and how to make room without losing it. It only
 * looks, and advises to remove a lane only if all in it is on the base.
 */
import { join } from 'node:path'
import { counted } from '@harness/formats/text/amounts'
import { resolveCommit } from '../../machine/git/commits.ts'
import { GitError, gitOk } from '../../machine/git/git.ts'
import { ownHead } from '../../machine/git/own-head.ts'
import { safeRevision } from '../../machine/git/refs.ts'
import { uncommitted } from '../../machine/git/uncommitted.ts'
import type { Worktree } from '../../machine/git/worktrees.ts'
import { quoted } from '../../machine/sandbox/launcher-script.ts'

export interface LeftLane {
  /** In a few words; null if removing the lane loses nothing. */
  readonly holds: string | null
  /** Commands for a shell in the checkout. */
  readonly commands: string
}

export async function leftLane(
  repoRoot: string,
  { path, branch }: Pick<Worktree, 'path' | 'branch'>,
  baseBranch: string,
): Promise<LeftLane> {
  const holds = await workIn(repoRoot, path, baseBranch)
  const forget = 'git worktree prune'
  if (holds === null) {
    const freed = branch === null ? [] : [`git branch -d ${quoted(branch)}`]
    return { holds, commands: [`rm -rf ${quoted(path)}`, forget, ...freed].join(' && ') }
  }
  // The lane has a repository of its own, so what is moved is still a checkout with all its commits.
  const freed = branch === null ? [] : [`git branch -m ${quoted(branch)} ${quoted(`${branch}-kept`)}`]
  return { holds, commands: [`mv ${quoted(path)} ${quoted(`${path}-kept`)}`, forget, ...freed].join(' && ') }
}

async function workIn(repoRoot: string, path: string, baseBranch: string): Promise<string | null> {
  try {
    const { entries } = await uncommitted(path)
    const head = await resolveCommit(path, 'HEAD')
    const own = ownHead(join(path, '.git'))
    const ahead = head === null ? 0 : await commitsAhead(repoRoot, head, baseBranch)
    const held = [
      ...(entries.length === 0 ? [] : [`${counted(entries.length, 'file')} not committed`]),
      ...(ahead === 0 ? [] : [`${counted(ahead, 'commit')} that ${baseBranch} does not have`]),
      ...(own === null || own.commit === head ? [] : ['commits that only the lane has']),
    ]
    return held.length === 0 ? null : held.join(', ')
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    return 'files that git cannot read'
  }
}

async function commitsAhead(repoRoot: string, head: string, baseBranch: string): Promise<number> {
  const range = [safeRevision(head), `^${safeRevision(`refs/heads/${baseBranch}`)}`]
  const { stdout } = await gitOk(repoRoot, ['rev-list', '--count', ...range, '--'])
  return Number(stdout.trim())
}
