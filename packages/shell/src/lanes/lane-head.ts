/** Asks what is checked out in a lane. */
import { asCommitHash, type CommitHash } from '@harness/core/ids'
import { git } from '../git/git.ts'
import { currentBranch } from '../git/refs.ts'

export interface LaneHead {
  /** Null where HEAD is detached. */
  readonly branch: string | null
  /** Null where the branch has no commit (any more). */
  readonly commit: CommitHash | null
}

export async function laneHead(path: string): Promise<LaneHead> {
  const [branch, head] = await Promise.all([
    currentBranch(path),
    git(path, ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}']),
  ])
  return { branch, commit: head.exitCode === 0 ? asCommitHash(head.stdout.trimEnd()) : null }
}
