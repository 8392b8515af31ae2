/**
 * Finds which of some features are not in the base yet: their branch is there, the base does not contain it, and the forge
 * has not merged its pull request. Only looks.
 */

import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import type { UnmergedFeature } from '@harness/core/playbooks/mission/state/mission-document'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { type BaseSource, ownBranches } from '../../effects/lanes/base-source.ts'
import { isAncestor } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { readRef } from '../../machine/git/refs.ts'

export interface UnmergedPorts {
  readonly repoRoot: string
  readonly base?: BaseSource
  /** Null if nothing is merged by pull requests. */
  readonly forge: Forge | null
}

export async function findUnmerged(
  features: readonly string[],
  baseBranch: string,
  ports: UnmergedPorts,
  signal: AbortSignal,
): Promise<readonly UnmergedFeature[]> {
  const { repoRoot, base: source = ownBranches, forge } = ports
  const tips = features.length === 0 ? new Map<string, CommitHash>() : await branchTips(repoRoot)
  const branches = features.flatMap((feature) => {
    const branch = `harness/${feature}`
    const tip = tips.get(branch)
    return tip === undefined ? [] : [{ feature, branch, tip }]
  })
  if (branches.length === 0) return []
  await source.refreshBase(baseBranch, signal)
  const base = await readRef(repoRoot, source.baseRef(baseBranch))
  const unmerged: UnmergedFeature[] = []
  for (const { feature, branch, tip } of branches) {
    if (base !== null && (await isAncestor(repoRoot, tip, base))) continue
    const [pull] = forge === null ? [] : await forge.pullsOf(branch, baseBranch, signal)
    if (pull?.state === 'merged' && pull.head === tip) continue
    const url = pull?.url ?? null
    unmerged.push({ feature, branch, url: url !== null && /^https?:/.test(url) ? url : null })
  }
  return unmerged
}

/** The commits of the lanes' branches, asked for at once: there may be hundreds. */
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
