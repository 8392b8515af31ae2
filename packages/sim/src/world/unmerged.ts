/** Owns what of a mission's features people have yet to merge, and how they do it: by hand, or at the forge. */
import type { CommitHash } from '@harness/core/ids'
import type { UnmergedFeature } from '@harness/core/mission-document'
import type { Stage } from '../scenario.ts'
import { baseTip, extendBase } from './base-branch.ts'
import type { Pull, Site } from './ground.ts'
import { type Files, treeHashOf } from './repository.ts'

export const branchOf = (feature: string): string => `harness/${feature}`

const newestPull = ({ pulls }: Site, branch: string): Pull | null =>
  pulls.filter((pull) => pull.branch === branch).at(-1) ?? null

/** As a commit, or with every change that it makes. */
export function isInBase(site: Site, tip: CommitHash): boolean {
  const base = baseTip(site)
  if (site.repository.isAncestor(tip, base.hash)) return true
  const merged = site.repository.merge(base.hash, tip)
  return merged.type === 'merged' && treeHashOf(merged.files) === base.tree
}

/** A branch that is gone asks for nothing. */
export function unmergedOf(site: Site, features: Iterable<string>): readonly UnmergedFeature[] {
  return [...new Set(features)].flatMap((feature) => {
    const branch = branchOf(feature)
    const tip = site.repository.tipOf(branch)
    if (tip === null || isInBase(site, tip.hash)) return []
    const pull = newestPull(site, branch)
    if (pull?.state === 'merged' && pull.head === tip.hash) return []
    return [{ feature, branch, url: pull === null ? null : `https://forge/pull/${pull.number}` }]
  })
}

/** A person takes a branch into the base, as it is or as one commit; what conflicts they take from the branch. */
export function mergeByHand(stage: Stage, site: Site, branch: string, how: 'merge' | 'squash'): void {
  const { repository } = site
  const tip = repository.tipOf(branch)
  if (tip === null || isInBase(site, tip.hash)) return
  const base = baseTip(site)
  const { hash } = extendBase(site, {
    files: resolved(site, tip.hash),
    parents: how === 'merge' ? [base.hash, tip.hash] : [base.hash],
    message: `Merge ${branch}`,
    author: 'person',
    commandId: null,
  })
  for (const pull of site.pulls)
    if (pull.branch === branch && pull.state === 'open') {
      pull.state = 'merged'
      pull.head = tip.hash
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

/** A person deletes a branch with the lane that it is in: nobody wants it any more. */
export function deleteBranch(stage: Stage, site: Site, branch: string): void {
  const lane = site.lanes.onBranch(branch)
  if (lane === null) site.repository.removeBranch(branch)
  else site.lanes.close(lane)
  stage.changed({ kind: 'branch deleted by a person', commandId: null, once: null })
}
