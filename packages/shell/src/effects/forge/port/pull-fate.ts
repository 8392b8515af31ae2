/** Owns what it means for a run that its pull request is merged or closed, by the run or by others. */
import type { LaneMerged } from '@harness/core/effects/merge-lane'
import type { PullClosed } from '@harness/core/effects/open-pull'
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { changeSize } from '../../../machine/git/change-size.ts'
import { resolveCommit, treeOf } from '../../../machine/git/commits.ts'
import { readRef } from '../../../machine/git/refs.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import type { ForgePorts } from '../../landing/forge-ports.ts'
import type { Forge, PullRequest } from './forge.ts'

export const pullClosed = (
  commandId: CommandId,
  { number, url }: PullRequest,
  ports: ForgePorts,
): PullClosed => ({
  type: 'PullClosed',
  at: ports.clock.now(),
  commandId,
  number,
  url,
})

export interface Expected {
  readonly commandId: CommandId
  /** What the run wanted to be merged. */
  readonly commit: CommitHash
  readonly by: LaneMerged['by']
}

/** Brings what was merged here, to tell what it is. */
export async function laneMerged(
  pull: PullRequest,
  { commandId, commit, by }: Expected,
  ports: ForgePorts,
  forge: Forge,
  signal: AbortSignal,
): Promise<LaneMerged> {
  const { repoRoot } = ports
  await forge.refreshBase(pull.base, signal)
  const merged = pull.mergeCommit ?? (await readRef(repoRoot, forge.baseRef(pull.base)))
  const before = merged === null ? null : await resolveCommit(repoRoot, `${merged}^1`)
  if (merged === null || (await resolveCommit(repoRoot, merged)) === null) {
    const message = `${pull.url} is merged, but ${pull.base} does not show it yet.`
    throw new ForgeError({ kind: 'network', message })
  }
  const tree = await treeOf(repoRoot, merged)
  const notes = [
    ...(pull.head === commit ? [] : [notIncluded(pull, commit)]),
    ...(pull.head === commit && tree !== (await treeOf(repoRoot, commit)) ? [differs(pull)] : []),
  ]
  return {
    type: 'LaneMerged',
    at: ports.clock.now(),
    commandId,
    commit: merged,
    tree,
    evidence: [],
    size: before === null ? null : await changeSize(repoRoot, before, merged),
    by,
    ...(notes.length === 0 ? {} : { notes }),
  }
}

const notIncluded = ({ url, head }: PullRequest, commit: CommitHash): string =>
  `${url} was merged at ${head.slice(0, 12)}, which is not what this run last had ready (${commit.slice(0, 12)}).`

const differs = ({ base }: PullRequest): string =>
  `${base} moved while the pull request was merged: what is there now was not checked as a whole here.`
