/**
 * Finds which of some features are not in the base yet: the base does not contain their branch, and the forge has not
 * merged its pull request. A branch that is gone was merged, unless it is known that it was not. Only looks.
 */

import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import type { UnmergedFeature } from '@harness/core/playbooks/mission/state/mission-document'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { type BaseSource, ownBranches } from '../../effects/lanes/base-source.ts'
import { isAncestor, resolveCommit } from '../../machine/git/commits.ts'
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
  known: readonly UnmergedFeature[] = [],
): Promise<readonly UnmergedFeature[]> {
  const { repoRoot, base: source = ownBranches, forge } = ports
  const tips = features.length === 0 ? new Map<string, CommitHash>() : await branchTips(repoRoot)
  const branches = features.flatMap((feature): readonly UnmergedFeature[] => {
    const branch = `harness/${feature}`
    const tip = tips.get(branch)
    if (tip !== undefined) return [{ feature, branch, tip, url: null }]
    const before = known.find((one) => one.feature === feature)
    return before === undefined ? [] : [{ ...before, isGone: true }]
  })
  if (branches.length === 0) return []
  await source.refreshBase(baseBranch, signal)
  const base = await readRef(repoRoot, source.baseRef(baseBranch))
  const unmerged: UnmergedFeature[] = []
  for (const one of branches) {
    const { branch, tip } = one
    if (base !== null && (await isIn(repoRoot, base, tip))) continue
    const [pull] = forge === null ? [] : await forge.pullsOf(branch, baseBranch, signal)
    if (pull?.state === 'merged' && pull.head === tip) continue
    const url = pull?.url ?? one.url
    unmerged.push({ ...one, url: url !== null && /^https?:/.test(url) ? url : null })
  }
  return unmerged
}

/** Git forgets the commits of a deleted branch after some weeks: such a commit is in no base. */
const isIn = async (repoRoot: string, base: CommitHash, tip: CommitHash | undefined): Promise<boolean> =>
  tip !== undefined &&
  (await resolveCommit(repoRoot, tip)) !== null &&
  (await isAncestor(repoRoot, tip, base))

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
