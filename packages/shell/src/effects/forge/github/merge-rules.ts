/** Reads how a repository on GitHub lets pull requests be merged, and whether one of them could be now. */
import type { Clock } from '../../../machine/clock/clock.ts'
import type { GithubClient } from './github-client.ts'
import { asAnswer, textOr } from './github-fields.ts'

export interface MergeSettings {
  /** A merge commit keeps what was checked as it is; a repository may allow only other ways. */
  readonly method: 'merge' | 'squash' | 'rebase'
  /** Also if the token is not told. */
  readonly allowsAutoMerge: boolean
}

export async function mergeSettings(client: GithubClient, signal: AbortSignal): Promise<MergeSettings> {
  const { allow_merge_commit, allow_squash_merge, allow_auto_merge } = asAnswer(
    await client.ask({ path: '' }, signal),
    'repository',
  )
  const allowsAutoMerge = allow_auto_merge !== false
  if (allow_merge_commit !== false) return { method: 'merge', allowsAutoMerge }
  return { method: allow_squash_merge === false ? 'rebase' : 'squash', allowsAutoMerge }
}

/** GitHub works it out only when it is asked, and takes a moment. */
export async function mergeableState(
  client: GithubClient,
  number: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  for (let left = 3; ; left--) {
    const state = await client.ask({ path: `/pulls/${number}` }, signal).then(
      (pull) => textOr(asAnswer(pull, 'pull request').mergeable_state, 'unknown'),
      () => 'unknown',
    )
    if (state !== 'unknown' || left === 0) return state
    await clock.until(clock.now() + 2_000, signal)
  }
}
