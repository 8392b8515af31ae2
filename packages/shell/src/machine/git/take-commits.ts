/**
 * Takes commits out of an agent's own repository. Only `git fetch` ever reads one: it starts nothing that the settings there
 * name, and every object is examined before it counts.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { git } from './git.ts'

const wallMs = 60_000

/** False if they cannot be had: some object is missing or malformed. Commits that are there already are not sent again. */
export async function takeCommits(
  cwd: string,
  from: string,
  commits: readonly (CommitHash | string)[],
): Promise<boolean> {
  if (commits.length === 0) return true
  const how = ['--quiet', '--no-tags', '--no-write-fetch-head', '--end-of-options']
  const { exitCode } = await git(cwd, ['fetch', ...how, from, ...commits], { strict: true, wallMs })
  return exitCode === 0
}
