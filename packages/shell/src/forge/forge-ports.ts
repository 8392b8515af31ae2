/** What the local forge may touch. */
import type { CommitHash } from '@harness/core/ids'
import type { FailurePorts } from '../expected-failure.ts'
import { readRef } from '../git/refs.ts'
import { baseBranchMissing } from '../lanes/place-worktree.ts'

export interface ForgePorts extends FailurePorts {
  /** The top folder of the user's checkout. */
  readonly repoRoot: string
  /** Absolute. */
  readonly stateDir: string
}

export async function requireBase(repoRoot: string, branch: string): Promise<CommitHash> {
  const base = await readRef(repoRoot, `refs/heads/${branch}`)
  if (base === null) throw await baseBranchMissing(repoRoot, branch)
  return base
}
