/** Tells of a rejected push whose commits the branch has on the forge, and how a person can keep them or take them away. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../../machine/git/git.ts'
import { readRef } from '../../../machine/git/refs.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import { fetchBranch, type Remote, trackingRef } from './remote-git.ts'

/** Further commits are only counted. */
const shown = 5

/** Lines to read; none if the forge does not say. Only the branch's own tracking ref is moved here. */
export async function commitsInTheWay(
  remote: Remote,
  branch: string,
  commit: CommitHash,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    await fetchBranch(remote, branch, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ForgeError) return []
    throw error
  }
  const ref = trackingRef(remote.name, branch)
  const theirs = await readRef(remote.repoRoot, ref)
  if (theirs === null) return []
  const log = ['log', `--max-count=${shown}`, '--format=%h by %an: %s', ref, `^${commit}`]
  const { stdout } = await gitOk(remote.repoRoot, log)
  const commits = stdout.trimEnd().split('\n')
  const lease = `--force-with-lease=refs/heads/${branch}:${theirs}`
  return [
    'On the forge it has commits that this run does not know:',
    ...commits.map((line) => `- ${line}`),
    `To take them away: git push ${lease} ${remote.name} ${commit}:refs/heads/${branch} and grant.`,
    'To keep them: merge the pull request yourself and grant, or refuse and go on by hand.',
  ]
}
