/** Commits a working tree as it is; no hook, filter or signature program takes part. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { type ChangedEntry, stagedEntries } from './changes.ts'
import { headCommit } from './commits.ts'
import { gitOk } from './git.ts'
import { type Authorship, identityEnvironment } from './identity.ts'
import { stageAll } from './stage-all.ts'
import { type Trailer, withTrailers } from './trailers.ts'

/** The new commit with everything non-ignored in it; null if nothing differs from HEAD. */
export async function commitAll(
  cwd: string,
  message: string,
  trailers: readonly Trailer[] = [],
  authorship: Authorship = {},
): Promise<CommitHash | null> {
  const { staged } = await stageForCommit(cwd)
  return staged.length === 0 ? null : commitStaged(cwd, message, trailers, authorship)
}

export interface Staging {
  /** What the commit will change. */
  readonly staged: readonly ChangedEntry[]
  /** Folders with a repository of their own, whose files were taken. */
  readonly nested: readonly string[]
}

/** Puts everything non-ignored into the index. */
export async function stageForCommit(cwd: string): Promise<Staging> {
  const nested = await stageAll(cwd, {})
  return { staged: await stagedEntries(cwd), nested }
}

export async function commitStaged(
  cwd: string,
  message: string,
  trailers: readonly Trailer[] = [],
  authorship: Authorship = {},
): Promise<CommitHash> {
  await gitOk(cwd, ['commit', '--quiet', '--no-status', '--cleanup=verbatim', '-F', '-'], {
    stdin: withTrailers(message, trailers),
    env: await identityEnvironment(cwd, authorship),
  })
  return headCommit(cwd)
}
