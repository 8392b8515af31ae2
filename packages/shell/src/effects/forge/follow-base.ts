/**
 * Lets the branch of this repository follow a base that lives elsewhere, if that is a mere step forward and nothing is
 * in the way; otherwise it stays, and that is told: people choose the next plan by what they see here.
 */
import type { AnyOutcome } from '@harness/core/kernel/effect'
import { isAncestor } from '../../machine/git/commits.ts'
import { readRef } from '../../machine/git/refs.ts'
import { advanceBase } from '../landing/advance-base.ts'
import type { ForgePorts } from '../landing/forge-ports.ts'
import { ownBranches } from '../lanes/base-source.ts'
import type { Forge } from './port/forge.ts'

/** `outcome`, with a note if the branch could not follow. */
export async function withCheckout<Kind extends AnyOutcome>(
  outcome: Kind,
  branch: string,
  ports: ForgePorts,
  forge: Forge,
): Promise<Kind> {
  const why = await followBase(branch, ports, forge)
  if (why === null) return outcome
  const note = `Your branch ${branch} was left as it is: ${why}. To bring it up to date: git pull`
  return { ...outcome, notes: [...(outcome.notes ?? []), note] }
}

/** Why it did not; null if it is where the base is, or if there is no such branch. */
export async function followBase(branch: string, ports: ForgePorts, forge: Forge): Promise<string | null> {
  const { repoRoot } = ports
  const ownRef = ownBranches.baseRef(branch)
  if (forge.baseRef(branch) === ownRef) return null
  const own = await readRef(repoRoot, ownRef)
  const base = await readRef(repoRoot, forge.baseRef(branch))
  if (own === null || base === null || own === base) return null
  if (await isAncestor(repoRoot, base, own)) return null
  if (!(await isAncestor(repoRoot, own, base))) return 'it has commits that are not there'
  const advance = await advanceBase(ports, branch, own, base)
  return advance.type === 'advanced' ? null : ports.sanitise(advance.detail)
}
