/** Owns what a workflow that works in the checkout itself takes for its repository: the private one of the run. */

import { ownPlaces } from '@harness/core/playbooks/workflow/artifacts'
import type { WorkflowInput } from '@harness/core/playbooks/workflow/input'
import { openPrivateRepository } from '../../effects/lanes/private-repository.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { Identity } from '../../machine/git/identity.ts'

/** The same unless the run works in place. Safe to repeat: the snapshot of the checkout is taken once. */
export async function outsideOfRun<Outside extends RunOutside>(
  outside: Outside,
  runDir: string,
  input: Pick<WorkflowInput, 'inPlace' | 'baseBranch' | 'docsPath' | 'branch' | 'adopted'>,
  identity: Identity | undefined,
): Promise<Outside> {
  const { inPlace, baseBranch, docsPath, branch, adopted } = input
  if (!inPlace) return outside
  const repoRoot = await openPrivateRepository({
    checkout: outside.repoRoot,
    stateDir: outside.stateDir,
    runDir,
    baseBranch,
    excluded: ownPlaces(docsPath),
    takesOver: adopted === null || branch === null ? undefined : branch,
    identity,
    at: outside.clock.now(),
  })
  return { ...outside, repoRoot }
}
