/** Commits a working tree as it is; no hook, filter or signature program takes part. */
import type { CommitHash } from '@harness/core/ids'
import { headCommit } from './commits.ts'
import { GitError, git, gitOk } from './git.ts'
import { type Authorship, identityEnvironment } from './identity.ts'
import { stageAll } from './stage-all.ts'
import { type Trailer, withTrailers } from './trailers.ts'

/** The new commit with everything non-ignored in it; null where nothing differs from HEAD. */
export async function commitAll(
  cwd: string,
  message: string,
  trailers: readonly Trailer[] = [],
  authorship: Authorship = {},
): Promise<CommitHash | null> {
  await stageAll(cwd, {})
  const args = ['diff-index', '--cached', '--quiet', 'HEAD', '--']
  const difference = await git(cwd, args)
  if (difference.exitCode === 0) return null
  if (difference.exitCode !== 1) throw new GitError({ args, cwd }, difference)
  await gitOk(cwd, ['commit', '--quiet', '--no-status', '--cleanup=verbatim', '-F', '-'], {
    stdin: withTrailers(message, trailers),
    env: await identityEnvironment(cwd, authorship),
  })
  return headCommit(cwd)
}
