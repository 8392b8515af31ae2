/**
 * Owns what must hold before a run with a forge may begin, as far as it can be told without asking the forge: otherwise
 * the work would be done and paid for before anybody heard of it.
 */
import { basename } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { Until } from '@harness/core/playbooks/delivery/input'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { findToken, tokenAdvice } from '../../effects/forge/github/github-token.ts'
import { trackingRef } from '../../effects/forge/github/remote-git.ts'
import { type GithubConfig, githubPlaceOf } from '../../effects/forge/open-forge.ts'
import { textAt } from '../../machine/git/committed-file.ts'
import { readRef } from '../../machine/git/refs.ts'

export interface ForgedRun {
  readonly repoRoot: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly until: Until | null
}

/** Whether a resumed or a new run can get as far as it is wanted to. */
export async function guardForge({ repoRoot, config, environment, until }: ForgedRun): Promise<void> {
  const { forge } = config
  if (forge.kind === 'local') return
  const { repository } = await githubPlaceOf(forge, repoRoot)
  const token = findToken(forge.tokenEnv, environment)
  if (token.value !== null || until === 'local') return
  throw new UserError('forge-token-missing', `There is no token for GitHub in ${token.variable}.`, {
    next: `${tokenAdvice(token, repository)}; or stay on this machine: --local-only`,
  })
}

/** What a run has begun with one forge it cannot end with another: its base and its pull request are there. */
export function guardSameForge(planId: string, begun: string, { forge }: HarnessConfig): void {
  if (begun === forge.kind) return
  throw new UserError(
    'forge-changed',
    `The run of plan ${planId} was begun with the forge ${begun}; the config now says ${forge.kind}.`,
    { next: `Set forge in harness.config.json to "${begun}" until that run has ended, then: harness resume` },
  )
}

/** Since the plan was chosen another process may have held it, delivered it and let go. */
export async function guardNotDelivered({ repoRoot, config }: ForgedRun, planPath: string): Promise<void> {
  const { baseBranch, completedDir, forge } = config
  const completed = `${completedDir}/${basename(planPath)}`
  const refs = [`refs/heads/${baseBranch}`, ...(forge.kind === 'local' ? [] : [seenBase(forge, baseBranch)])]
  for (const ref of refs) {
    if (!(await isAt(repoRoot, ref, completed))) continue
    const pull = forge.kind === 'local' ? `git merge ${baseBranch}` : `git pull ${forge.remote} ${baseBranch}`
    throw new UserError('plan-completed', `${planPath} is completed on ${baseBranch} already.`, {
      next: `Your checkout does not show it yet: ${pull}, or see what comes next: harness next`,
    })
  }
}

/** Work begins and ends on the forge's base: a plan that is not there could never be completed there. */
export async function guardPlanPublished({ repoRoot, config }: ForgedRun, planPath: string): Promise<void> {
  const { forge, baseBranch } = config
  if (forge.kind === 'local') return
  const seen = seenBase(forge, baseBranch)
  const isPublished = (await readRef(repoRoot, seen)) === null || (await isAt(repoRoot, seen, planPath))
  // One that git does not know at all is in an ignored folder, and need not be on any branch.
  if (isPublished || !(await isAt(repoRoot, `refs/heads/${baseBranch}`, planPath))) return
  throw new UserError(
    'plan-not-on-base',
    `${planPath} is on your ${baseBranch}, but not on ${forge.remote}/${baseBranch} yet.`,
    { next: `Push it first: git push ${forge.remote} ${baseBranch}` },
  )
}

/** The forge's base as it was last seen here. */
const seenBase = (forge: GithubConfig, branch: string): string => trackingRef(forge.remote, branch)

async function isAt(repoRoot: string, ref: string, path: string): Promise<boolean> {
  const commit = await readRef(repoRoot, ref)
  return commit !== null && (await textAt(repoRoot, commit, path)) !== null
}
