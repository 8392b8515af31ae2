/** Advice if a branch is missing: it names the commit that the branch stood at last, if that is known. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { nearestName } from '@harness/formats/text/nearest-name'
import { resolveCommit } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirIfWhole } from '../../machine/git/git-dirs.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import { worktrees } from '../../machine/git/worktrees.ts'

/** Names the branches there are, the likeliest first. `known`: a commit of the branch that a run wrote down. */
export async function baseBranchMissing(
  repoRoot: string,
  wanted: string,
  known?: CommitHash,
): Promise<UserError> {
  const branches = await branchesIn(repoRoot)
  const nearest = nearestName(wanted, branches)
  const last = await lastCommit(repoRoot, wanted, known)
  return new UserError('base-branch-missing', `There is no branch ${wanted} here. ${listed(branches)}`, {
    next:
      last === null
        ? `Set baseBranch in harness.config.json to ${nearest ?? branches[0] ?? 'a branch that exists'}, or create it: git branch ${wanted}`
        : `Create it at its last known commit: git branch ${wanted} ${last}`,
  })
}

/**
 * Why nothing is checked out in a repository that has branches; null if it simply has no commit yet, or if
 * no branch is checked out.
 */
export async function headBranchMissing(repoRoot: string): Promise<UserError | null> {
  const branch = await currentBranch(repoRoot)
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', '--count=1'])
  if (branch === null || stdout === '') return null
  const branches = await branchesIn(repoRoot)
  const last = await lastCommit(repoRoot, branch)
  const [first] = branches
  return new UserError(
    'head-branch-missing',
    `The branch ${branch}, which is checked out here, is gone or has no commit yet. ${listed(branches)}`,
    {
      next:
        last === null
          ? `Commit to it, or check out a branch that has commits: git switch ${first ?? '--detach <commit>'}`
          : `If it was deleted, create it at its last commit: git branch ${branch} ${last}`,
    },
  )
}

async function branchesIn(repoRoot: string): Promise<readonly string[]> {
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/'])
  return stdout.split('\n').filter((name) => name !== '')
}

const listed = (branches: readonly string[]): string => {
  const shown = branches.slice(0, 10).join(', ') + (branches.length > 10 ? ', …' : '')
  return `Branches: ${shown === '' ? 'none' : shown}.`
}

/** A branch's own log goes with it; the log of a HEAD that is still on it does not. */
async function lastCommit(repoRoot: string, branch: string, known?: CommitHash): Promise<CommitHash | null> {
  const there = (await worktrees(repoRoot)).filter((worktree) => worktree.branch === branch)
  for (const { path } of there) {
    const gitDir = gitDirIfWhole(path)
    const log = gitDir === null ? '' : await readFile(join(gitDir, 'logs/HEAD'), 'utf8').catch(() => '')
    const tips = log.split('\n').flatMap((line) => /^[0-9a-f]+ (?!0+ )([0-9a-f]+) /.exec(line)?.[1] ?? [])
    const last = tips.at(-1)
    const commit = last === undefined ? null : await resolveCommit(repoRoot, last)
    if (commit !== null) return commit
  }
  return known === undefined ? null : resolveCommit(repoRoot, known)
}
