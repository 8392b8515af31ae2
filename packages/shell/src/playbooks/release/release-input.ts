/** Makes what a release gate is told. */

import { UserError } from '@harness/core/kernel/user-error'
import type { ReleaseInput } from '@harness/core/playbooks/release/input'
import { acceptancePathOf } from '@harness/core/work/acceptance'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { readProductSpec } from '../planning/product-spec.ts'

/** The acceptance file that the operator named, or that the config names. */
export function acceptanceOf(named: string | null, config: HarnessConfig): string {
  const path = named ?? config.releaseGate.specPath ?? config.fidelity.specPath
  if (path === null)
    throw new UserError('usage', 'No spec is named, and the config has no releaseGate.specPath.', {
      next: 'Name the spec: harness release-gate docs/product-specs/main.md',
    })
  return acceptancePathOf(path)
}

export async function releaseInput(
  { config, repoRoot }: Pick<RunOutside, 'config' | 'repoRoot'>,
  named: string | null,
): Promise<Omit<ReleaseInput, 'runId'>> {
  const { acceptancePath } = await readProductSpec(
    repoRoot,
    acceptanceOf(named, config),
    'harness release-gate',
  )
  const { baseBranch, planDir, completedDir, checks, e2e } = config
  return {
    baseBranch,
    acceptancePath,
    planDir,
    completedDir,
    checks: e2e === null ? checks : [...checks, e2e.check],
  }
}
