/** What the adapters at the base branch and the forge may touch. */
import type { CommitHash } from '@harness/core/kernel/ids'
import type { Identity } from '../../machine/git/identity.ts'
import { readRef } from '../../machine/git/refs.ts'
import type { FailurePorts } from '../failure/expected-failure.ts'
import { baseBranchMissing } from '../lanes/base-branch-missing.ts'
import { type BaseSource, ownBranches } from '../lanes/base-source.ts'

export interface ForgePorts extends FailurePorts {
  /** The top folder of the user's checkout. */
  readonly repoRoot: string
  /** Absolute. */
  readonly stateDir: string
  /** In whose name it commits; absent if git names the person. */
  readonly identity?: Identity | undefined
}

/** The commit of the base, as far as it was looked at. */
export async function requireBase(
  repoRoot: string,
  branch: string,
  source: BaseSource = ownBranches,
): Promise<CommitHash> {
  const base = await readRef(repoRoot, source.baseRef(branch))
  if (base === null) throw await baseBranchMissing(repoRoot, branch)
  return base
}
