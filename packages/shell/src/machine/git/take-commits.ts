/**
 * Takes commits out of an agent's own repository. Only `git fetch` ever reads one: it starts nothing that the settings there
 * name, and every object is examined before it counts. A repository that leads out of the lane is not read at all.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { git } from './git.ts'
import { isSelfContained } from './own-repository.ts'

const wallMs = 60_000

/**
 * `cwd` is in the lane. False if the commits cannot be had: some object is missing or malformed, or the repository is not
 * self-contained. Commits that are there already are not sent again.
 */
export async function takeCommits(
  cwd: string,
  from: string,
  commits: readonly (CommitHash | string)[],
): Promise<boolean> {
  if (commits.length === 0) return true
  if (!isSelfContained(from, cwd)) return false
  const how = ['--quiet', '--no-tags', '--no-write-fetch-head', '--end-of-options']
  const { exitCode } = await git(cwd, ['fetch', ...how, from, ...commits], { strict: true, wallMs })
  return exitCode === 0
}
