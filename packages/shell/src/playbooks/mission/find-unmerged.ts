/**
 * Finds which of some features are not in the base yet: something of their branch is not, or of what it was at when it was
 * kept, if the branch was deleted since. A branch that was not kept here and is gone needs nothing. Only looks.
 */

import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import type { KeptWork } from '@harness/core/playbooks/mission/look-at-base'
import type { UnmergedFeature } from '@harness/core/playbooks/mission/mission-document'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { type BaseSource, ownBranches } from '../../effects/lanes/base-source.ts'
import { isAncestor, resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { mergeTreeWrite } from '../../machine/git/merge-tree.ts'
import { readRef } from '../../machine/git/refs.ts'

export interface UnmergedPorts {
  readonly repoRoot: string
  readonly base?: BaseSource
  /** Null if nothing is merged by pull requests. */
  readonly forge: Forge | null
}

export async function findUnmerged(
  features: readonly string[],
  kept: readonly KeptWork[],
  baseBranch: string,
  ports: UnmergedPorts,
  signal: AbortSignal,
): Promise<readonly UnmergedFeature[]> {
  const { repoRoot, base: source = ownBranches, forge } = ports
  const tips = features.length === 0 ? new Map<string, CommitHash>() : await branchTips(repoRoot)
  const branches = features.flatMap((feature) => {
    const branch = `harness/${feature}`
    const goneAt = tips.has(branch) ? undefined : kept.find((one) => one.feature === feature)?.commit
    const tip = tips.get(branch) ?? goneAt
    return tip === undefined ? [] : [{ feature, branch, tip, goneAt }]
  })
  if (branches.length === 0) return []
  await source.refreshBase(baseBranch, signal)
  const base = await readRef(repoRoot, source.baseRef(baseBranch))
  const unmerged: UnmergedFeature[] = []
  for (const { feature, branch, tip, goneAt } of branches) {
    if (base !== null && (await isInBase(repoRoot, tip, base))) continue
    const [pull] = forge === null ? [] : await forge.pullsOf(branch, baseBranch, signal)
    // What the forge merged may stand there in other words.
    if (pull?.state === 'merged' && pull.head === tip) continue
    const url = pull?.url ?? null
    unmerged.push({
      feature,
      branch,
      url: url !== null && /^https?:/.test(url) ? url : null,
      ...(goneAt === undefined ? {} : { goneAt }),
    })
  }
  return unmerged
}

/** Where the branches of lanes stand; asked for at once: there may be hundreds. */
export async function branchTips(repoRoot: string): Promise<ReadonlyMap<string, CommitHash>> {
  const format = '--format=%(objectname) %(refname:lstrip=2)'
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', format, 'refs/heads/harness/'])
  return new Map(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, CommitHash] => {
        const [tip = '', branch = ''] = line.split(' ')
        return [branch, asCommitHash(tip)]
      }),
  )
}

/** As a commit, or with every change that it makes. */
async function isInBase(repoRoot: string, tip: CommitHash, base: CommitHash): Promise<boolean> {
  // Git clears away what no branch holds, after some weeks.
  if ((await resolveCommit(repoRoot, tip)) === null) return false
  if (await isAncestor(repoRoot, tip, base)) return true
  const merged = await mergeTreeWrite(repoRoot, base, tip)
  return merged.clean && merged.tree === (await treeOf(repoRoot, base))
}
