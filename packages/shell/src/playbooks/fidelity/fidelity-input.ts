/** Makes what an audit is told. */
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { reportFolder } from '@harness/core/playbooks/fidelity/documents'
import { auditorDuties, auditorRole, type FidelityInput } from '@harness/core/playbooks/fidelity/input'
import { specPathOf } from '@harness/core/work/acceptance'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { readSpec } from '../planning/product-spec.ts'
import { type AcceptOutside, reportToAccept } from './report-to-accept.ts'

/** What the operator asks for. */
export interface AskedAudit {
  /** The spec, or its acceptance file; null for what the config says. */
  readonly specPath: string | null
  /** Null for an audit; else who accepts the latest report, and why. */
  readonly accepts: { readonly by: string; readonly reason: string } | null
}

/** The spec that the operator named, or that the config names. */
export function specOf(named: string | null, config: HarnessConfig): string {
  const path = named ?? config.fidelity.specPath ?? config.releaseGate.specPath
  if (path === null)
    throw new UserError('usage', 'No spec is named, and the config has no fidelity.specPath.', {
      next: 'Name the spec: harness fidelity docs/product-specs/main.md',
    })
  return specPathOf(path)
}

export async function fidelityInput(
  outside: AcceptOutside,
  { specPath: named, accepts }: AskedAudit,
): Promise<Omit<FidelityInput, 'runId'>> {
  const { config, repoRoot, stateDir } = outside
  const { baseBranch, planDir, completedDir, appPaths, fidelity } = config
  const { path: specPath } = await readSpec(repoRoot, specOf(named, config), 'harness fidelity')
  const { tier, limits } = roleAgent(config.agent, auditorRole, auditorDuties.tier)
  return {
    baseBranch,
    specPath,
    planDir,
    completedDir,
    appPaths,
    threshold: fidelity.threshold,
    reportDir: nameInRepository(repoRoot, join(stateDir, reportFolder)),
    auditor: { tier, limits },
    accepts: accepts === null ? null : { ...accepts, ...(await reportToAccept(outside, specPath)) },
  }
}
