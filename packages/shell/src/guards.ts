/** Owns what must hold before a run may begin in a repository; each refusal changes nothing and says what to do. */
import { exitCode } from '@harness/core/exit-code'
import { UserError } from '@harness/core/user-error'
import { frozenMark } from './freeze.ts'
import { resolveCommit } from './git/commits.ts'
import { git } from './git/git.ts'
import { status } from './git/status.ts'
import { baseBranchMissing } from './lanes/place-worktree.ts'
import { ignoreStateDir } from './state-dir.ts'

export interface GuardedRepo {
  readonly repoRoot: string
  readonly stateDir: string
  readonly baseBranch: string
}

const oldestGit = [2, 38] as const

/** Whether a resumed or a new run may go on here. */
export async function guardRepository(repo: GuardedRepo): Promise<void> {
  await guardGitVersion(repo.repoRoot)
  if ((await resolveCommit(repo.repoRoot, 'HEAD')) === null) throw noCommits()
  await ignoreStateDir(repo.stateDir)
  await guardNotFrozen(repo.stateDir)
}

/** What a new run needs beside that: a base to begin from and nothing uncommitted that it would miss. */
export async function guardNewRun(repo: GuardedRepo): Promise<void> {
  await guardRepository(repo)
  if ((await resolveCommit(repo.repoRoot, `refs/heads/${repo.baseBranch}`)) === null)
    throw await baseBranchMissing(repo.repoRoot, repo.baseBranch)
  await guardCleanTree(repo.repoRoot)
}

async function guardNotFrozen(stateDir: string): Promise<void> {
  const mark = await frozenMark(stateDir)
  if (mark === null) return
  throw new UserError('frozen', `This repository is frozen: ${mark.reason}`, {
    next: `When the reason is gone, remove ${mark.path} and run the command again.`,
    exitCode: exitCode.frozen,
  })
}

async function guardCleanTree(repoRoot: string): Promise<void> {
  const entries = await status(repoRoot)
  if (entries.length === 0) return
  const shown = entries.slice(0, 5).map(({ path }) => path)
  const more = entries.length > shown.length ? ` and ${entries.length - shown.length} more` : ''
  throw new UserError(
    'dirty-tree',
    `The tree has changes that are not committed: ${shown.join(', ')}${more}.`,
    {
      next: 'Commit or stash them, then run the command again: git stash --include-untracked',
    },
  )
}

async function guardGitVersion(repoRoot: string): Promise<void> {
  const { stdout } = await git(repoRoot, ['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  const [needMajor, needMinor] = oldestGit
  const isEnough = Number(major) > needMajor || (Number(major) === needMajor && Number(minor) >= needMinor)
  if (isEnough) return
  throw new UserError('git-too-old', `This is ${stdout.trim()}; ${oldestGit.join('.')} is needed.`, {
    next: 'Install a newer git and run the command again.',
  })
}

const noCommits = (): UserError =>
  new UserError('no-commits', 'This repository has no commits yet, so there is nothing to begin from.', {
    next: 'Make the first commit: git add -A && git commit -m "Begin"',
  })
