/** Owns the trailer by which a commit of the harness is found again, without asking or trusting its author. */
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { findCommitByTrailer } from '../../machine/git/commits.ts'
import type { Trailer } from '../../machine/git/trailers.ts'

const key = 'Harness-Command'

export const commandTrailer = (id: CommandId): Trailer => ({ key, value: id })

/** The commit in `range` that this command made, null if it made none. */
export const commitOfCommand = (cwd: string, range: string, id: CommandId): Promise<CommitHash | null> =>
  findCommitByTrailer(cwd, range, key, id)
