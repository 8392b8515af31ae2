/** What the local forge may touch, and how runs of one repository take turns at its base branch. */

import { join } from 'node:path'
import type { CommitHash } from '@harness/core/ids'
import type { FailurePorts } from '../expected-failure.ts'
import { readRef } from '../git/refs.ts'
import { baseBranchMissing } from '../lanes/place-worktree.ts'
import { withLock } from '../lease/with-lock.ts'

export interface ForgePorts extends FailurePorts {
  /** The top folder of the user's checkout. */
  readonly repoRoot: string
  /** Absolute. */
  readonly stateDir: string
}

const lockWaitMs = 5 * 60_000

export const atTheBase = <Result>(ports: ForgePorts, work: () => Promise<Result>): Promise<Result> =>
  withLock(join(ports.stateDir, 'base'), work, { waitMs: lockWaitMs })

export async function requireBase(repoRoot: string, branch: string): Promise<CommitHash> {
  const base = await readRef(repoRoot, `refs/heads/${branch}`)
  if (base === null) throw await baseBranchMissing(repoRoot, branch)
  return base
}
