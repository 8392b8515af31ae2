/** Runs checks on what the base would become, in a lane that belongs to the queue and is kept warm for the next time. */
import type { Check } from '@harness/core/check'
import type { RunChecks } from '@harness/core/command'
import type { Evidence } from '@harness/core/evidence'
import { asLaneName, type CommandId } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import { type CheckPorts, runChecks } from '../checks/run-checks.ts'
import { gitOk } from '../git/git.ts'
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
