/** Makes what an autopilot is told: the spec with its phases, the config, and what another tool left. */
import type { RunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { SessionFile } from '@harness/core/playbooks/autopilot/documents'
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { sessionDir, sessionSlug } from '@harness/formats/documents/autopilot/session-slug'
import { readSpec } from '@harness/formats/documents/autopilot/spec-file'
import type { ReadSpec } from '@harness/formats/documents/autopilot/spec-read'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { headCommit, isAncestor, resolveCommit } from '../../machine/git/commits.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { readRef } from '../../machine/git/refs.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import type { AutopilotAsked } from './autopilot-asked.ts'
import { foundSession } from './found-session.ts'

export async function autopilotInput(
  { config, repoRoot, stateDir, clock }: Pick<RunOutside, 'config' | 'repoRoot' | 'stateDir' | 'clock'>,
  { specPath, rigor, reviewPlans }: AutopilotAsked,
  runId: RunId,
): Promise<AutopilotInput> {
  if (specPath === null)
    throw new UserError('usage', 'No session is unfinished, so the spec must be named.', {
      next: 'harness autopilot docs/changes/<topic>/proposal.md',
    })
  const spec = await phasedSpec(repoRoot, specPath)
  const slug = sessionSlug(specPath)
  const found = await foundSession(repoRoot, stateDir, slug, specPath)
  if (found !== null) await guardWorkIsThere(repoRoot, config.baseBranch, found.session)
  return {
    runId,
    baseBranch: config.baseBranch,
    author: await userIdentity(repoRoot),
    checkout: nameInRepository(repoRoot, repoRoot),
    slug,
    sessionDir: sessionDir(slug),
    branch: await freeBranch(repoRoot, `autopilot/${slug}`),
    specPath,
    spec,
    // Flags count for a fresh session only.
    rigor: found?.session.rigorLevel ?? rigor ?? 'standard',
    reviewPlans: found?.session.reviewPlans ?? reviewPlans,
    baseCheck: config.baseCheck,
    checks: config.checks,
    roles: rolesIn(config),
    createdAt: clock.now(),
    adopted: found === null ? null : await withKnownStart(repoRoot, config.baseBranch, found.session),
    adoptedTasks: found?.tasks ?? [],
    adoptedHandoff: found?.handoff ?? null,
    adoptedReviews: found?.reviews ?? {},
    notes: [...spec.warnings, ...(found?.notes ?? [])],
  }
}

/** Throws if there is no spec, or nothing in it that could be a phase. */
export async function phasedSpec(repoRoot: string, specPath: string): Promise<ReadSpec> {
  const text = (await readInside(repoRoot, specPath))?.toString('utf8')
  if (text === undefined)
    throw new UserError('spec-missing', `There is no ${specPath} in ${repoRoot}.`, {
      next: 'Name a spec inside the repository: harness autopilot docs/changes/<topic>/proposal.md',
    })
  const spec = readSpec(text, specPath)
  if (spec.phases.length > 0) return spec
  throw new UserError(
    'spec-without-phases',
    [
      `${specPath} has no phases. Add this section to it:`,
      '',
      '  ## Implementation Order',
      '',
      '  ### Phase 1: Name of the first phase',
      '',
      '  <!-- complexity: low -->',
      '',
      '  What belongs to it.',
      '',
      '  ### Phase 2: Name of the second phase',
    ].join('\n'),
    { next: `Add it, then see what is read: harness autopilot phases ${specPath}` },
  )
}

/** What another tool calls complete must be in the base: the phases to come build on it. */
async function guardWorkIsThere(
  repoRoot: string,
  baseBranch: string,
  { phases }: SessionFile,
): Promise<void> {
  if (!phases.some(({ status }) => status === 'complete')) return
  const [head, base] = [await headCommit(repoRoot), await readRef(repoRoot, `refs/heads/${baseBranch}`)]
  if (base === null || (await isAncestor(repoRoot, head, base))) return
  throw new UserError(
    'session-elsewhere',
    `The session has complete phases, and this checkout has commits that ${baseBranch} does not have.`,
    { next: `Merge them into ${baseBranch} first, or set baseBranch in harness.config.json to this branch.` },
  )
}

/** A commit that this repository does not have, or that is not in the base, cannot be looked from. */
async function withKnownStart(
  repoRoot: string,
  baseBranch: string,
  session: SessionFile,
): Promise<SessionFile> {
  const { startingCommit } = session
  const commit =
    startingCommit === null ? null : await resolveCommit(repoRoot, startingCommit).catch(() => null)
  const base = await readRef(repoRoot, `refs/heads/${baseBranch}`)
  const isThere = commit !== null && base !== null && (await isAncestor(repoRoot, commit, base))
  return { ...session, startingCommit: isThere ? commit : null }
}

/** A branch of an earlier session stays as it is: the next one has a number. */
async function freeBranch(repoRoot: string, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`
    if ((await readRef(repoRoot, `refs/heads/${branch}`)) === null) return branch
  }
}

const rolesIn = ({ agent }: HarnessConfig): AutopilotInput['roles'] =>
  Object.fromEntries(
    autopilotIdentity.roles.map(({ role, tier }) => {
      const { tier: settled, limits } = roleAgent(agent, role, tier)
      return [role, { tier: settled, limits }]
    }),
  )
