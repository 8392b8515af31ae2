/** Owns the outcomes that all ways onto the base branch share, as they are drawn. */
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { LaneMerged, MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import type { PullClosed } from '@harness/core/effects/open-pull'
import { agentErrorKinds } from '@harness/core/kernel/agent'
import type { Random } from '../engine/random.ts'
import type { OutcomeStart } from './twin.ts'

export const mergedAs = (
  { commit, tree }: Pick<MergeLane, 'commit' | 'tree'>,
  base: OutcomeStart,
  luck: Random,
): LaneMerged => ({
  ...base,
  type: 'LaneMerged',
  commit,
  tree,
  evidence: [],
  size: null,
  by: luck.pick(['harness', 'others']),
})

export const mergedByOthers = (
  { commit, tree }: Pick<MergeLane, 'commit' | 'tree'>,
  base: OutcomeStart,
): LaneMerged => ({ ...base, type: 'LaneMerged', commit, tree, evidence: [], size: null, by: 'others' })

export const refused = (
  base: OutcomeStart,
  luck: Random,
  reasons: readonly MergeRefused['reason'][],
): MergeRefused => ({ ...base, type: 'MergeRefused', reason: luck.pick(reasons), detail: '' })

export const forgeFailed = (base: OutcomeStart, luck: Random): ForgeFailed => ({
  ...base,
  type: 'ForgeFailed',
  error: { kind: luck.pick(agentErrorKinds), message: 'it failed' },
})

export const pullClosed = (base: OutcomeStart, number: number): PullClosed => ({
  ...base,
  type: 'PullClosed',
  number,
  url: '',
})
