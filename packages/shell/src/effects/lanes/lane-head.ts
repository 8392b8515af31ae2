/**
 * Asks what is checked out in a lane. The harness has a HEAD of its own for it; the agent, or a person who works there, has
 * another. If theirs has moved, it counts, and its commit is taken into the user's repository first.
 */
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { isAncestor, resolveCommit } from '../../machine/git/commits.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { ownHead } from '../../machine/git/own-head.ts'
import { branchName, currentBranch } from '../../machine/git/refs.ts'
import { takeCommits } from '../../machine/git/take-commits.ts'

export interface LaneHead {
  /** Null if HEAD is detached. */
  readonly branch: string | null
  /** Null if the branch has no commit, or none that can be read. */
  readonly commit: CommitHash | null
}

/** The commit at which the agent or a person left the lane. If its HEAD cannot be read, it is the one at which the harness left it. */
export async function laneHead(path: string): Promise<LaneHead> {
  const known = await harnessHead(path)
  if (isInPlace(path)) return known
  const gitDir = join(path, '.git')
  const own = ownHead(gitDir)
  if (own === null) return known
  const branch = branchName(own.ref)
  if (own.commit === null) return { branch, commit: null }
  if (own.commit === known.commit) return { branch, commit: known.commit }
  const mayBeBehind = branch === known.branch || known.branch === null
  if (mayBeBehind && (await isBehind(path, own.commit, known.commit))) return { branch, commit: known.commit }
  return { branch, commit: (await takeCommits(path, gitDir, [own.commit])) ? own.commit : null }
}

/** A crash can leave the lane's own repository behind the harness's. It holds nothing new then. */
const isBehind = async (path: string, own: CommitHash, known: CommitHash | null): Promise<boolean> =>
  known !== null && (await resolveCommit(path, own)) !== null && (await isAncestor(path, own, known))

/** The commit at which the harness left the lane. */
export const harnessHead = async (path: string): Promise<LaneHead> => ({
  branch: await currentBranch(path),
  commit: await resolveCommit(path, 'HEAD'),
})
