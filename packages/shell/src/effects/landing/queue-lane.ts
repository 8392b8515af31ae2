/** Runs checks on what the base would become, in a lane that belongs to the queue and is kept warm for the next time. */

import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { asLaneName, type CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { gitOk } from '../../machine/git/git.ts'
import { type CheckPorts, runChecks } from '../checks/run-checks.ts'
import { layRepository } from '../lanes/lay-repository.ts'
import { makeLane } from '../lanes/open-lane.ts'
import type { Candidate } from './candidate.ts'

const lane = asLaneName('merge-queue')
/** What the queue's own lane is on. */
export const queueBranch = 'task/merge-queue'

/** `id` is the command in whose name they run. */
export async function checkCandidate(
  candidate: Candidate,
  baseBranch: string,
  id: CommandId,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<readonly Evidence[]> {
  const { record } = await makeLane({ id, lane, branch: queueBranch, baseBranch }, signal, ports)
  await gitOk(record.path, ['checkout', '--quiet', '--force', '-B', queueBranch, candidate.tip])
  await gitOk(record.path, ['clean', '-fd', '--quiet'])
  await layRepository(record.path)
  const command: RunChecks = {
    type: 'RunChecks',
    id,
    lane,
    commit: candidate.tip,
    tree: candidate.tree,
    checks: checksOf(candidate),
  }
  const outcome = await runChecks(command, { signal, repeated: false }, ports)
  if (outcome.type === 'ChecksFinished') return outcome.evidence
  throw new UserError(outcome.code, outcome.detail, { next: outcome.next })
}

/** All that any of the lanes asks for, each once. */
function checksOf({ merged }: Candidate): readonly Check[] {
  const all = merged.flatMap(({ command }) => command.checks)
  return all.filter(
    (check, at) => all.findIndex((it) => it.name === check.name && it.run === check.run) === at,
  )
}
