/** Owns what of a mission's features people have yet to merge, and how they do it: by hand, or at the forge. */

import type { CommitHash } from '@harness/core/kernel/ids'
import type { UnmergedFeature } from '@harness/core/playbooks/mission/state/mission-document'
import type { Stage } from '../engine/scenario.ts'
import { baseTip, extendBase } from './base-branch.ts'
import type { Pull, Site } from './ground.ts'
import type { Files } from './repository.ts'

export const branchOf = (feature: string): string => `harness/${feature}`

const newestPull = ({ pulls }: Site, branch: string): Pull | null =>
  pulls.filter((pull) => pull.branch === branch).at(-1) ?? null

export const isInBase = (site: Site, tip: CommitHash): boolean =>
  site.repository.isAncestor(tip, baseTip(site).hash)

/** Deleting a branch merges nothing. */
export function unmergedOf(site: Site, features: Iterable<string>): readonly UnmergedFeature[] {
  return [...new Set(features)].flatMap((feature) => {
    const branch = branchOf(feature)
    const there = site.repository.tipOf(branch)?.hash
    const tip = there ?? site.deleted.get(branch)
    if (tip === undefined || isInBase(site, tip)) return []
    const pull = newestPull(site, branch)
    if (pull?.state === 'merged' && pull.head === tip) return []
    const url = pull === null ? null : `https://forge/pull/${pull.number}`
    return [{ feature, branch, url, tip, ...(there === undefined ? { isGone: true } : {}) }]
  })
}

/** A person takes a branch into the base, as it is or as one commit; what conflicts they take from it. */
export function mergeByHand(stage: Stage, site: Site, branch: string, how: 'merge' | 'squash'): void {
  const tip = site.repository.tipOf(branch)?.hash
  if (tip === undefined || isInBase(site, tip)) return
  const base = baseTip(site)
  const { hash } = extendBase(site, {
    files: resolved(site, tip),
    parents: how === 'merge' ? [base.hash, tip] : [base.hash],
    message: `Merge ${branch}`,
    author: 'person',
    commandId: null,
  })
  for (const pull of site.pulls)
    if (pull.branch === branch && pull.state === 'open') {
      pull.state = 'merged'
      pull.head = tip
      pull.mergedAs = hash
    }
  stage.changed({ kind: 'merged by a person', commandId: null, once: null })
}

function resolved(site: Site, tip: CommitHash): Files {
  const merged = site.repository.merge(baseTip(site).hash, tip)
  if (merged.type === 'merged') return merged.files
  const theirs = site.repository.commitOf(tip).files
  const taken = merged.paths.flatMap((path): [string, string][] =>
    theirs[path] === undefined ? [] : [[path, theirs[path]]],
  )
  return { ...merged.files, ...Object.fromEntries(taken) }
}

export function restoreBranch(stage: Stage, site: Site, branch: string): void {
  const tip = site.deleted.get(branch)
  if (tip === undefined) return
  site.deleted.delete(branch)
  site.repository.point(branch, tip)
  stage.changed({ kind: 'branch restored by a person', commandId: null, once: null })
}

/** A person deletes a branch with the lane that it is in. */
export function deleteBranch(stage: Stage, site: Site, branch: string): void {
  const tip = site.repository.tipOf(branch)?.hash
  if (tip !== undefined) site.deleted.set(branch, tip)
  const lane = site.lanes.onBranch(branch)
  if (lane === null) site.repository.removeBranch(branch)
  else site.lanes.close(lane)
  stage.changed({ kind: 'branch deleted by a person', commandId: null, once: null })
}
