import type { CommitHash } from '@harness/core/kernel/ids'
import type { Checker } from '../engine/checker.ts'
import type { Effect } from '../engine/effect.ts'
import { baseTip } from './base-branch.ts'
import type { Site } from './ground.ts'

/** The base branch only grows: nothing that was ever its tip leaves its first-parent line, so no person's work is lost. */
export function baseGrows<State>(site: Site): Checker<State> {
  let tip: CommitHash = baseTip(site).hash
  const isRewrite = ({ kind }: Effect): boolean => kind === 'base rewritten by a person'
  /** A person may do that to their own branch. */
  const accept = (): null => {
    tip = baseTip(site).hash
    return null
  }
  const check = (): string | null => {
    const now = baseTip(site).hash
    if (now === tip) return null
    const before = tip
    tip = now
    return site.repository.mainlineOf(now).some((commit) => commit.hash === before)
      ? null
      : `${site.baseBranch} went from ${before} to ${now}, which does not stand on it`
  }
  return {
    name: 'base grows',
    changed: (effect) => (isRewrite(effect) ? accept() : check()),
    folded: check,
    processEnded: check,
    settled: check,
  }
}
