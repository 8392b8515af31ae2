/** Runs checks on what the base would become. */
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import type { CommandId, LaneName } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { markedEvidence } from '../checks/marked-evidence.ts'
import { recordProven } from '../checks/proven-trees.ts'
import { type CheckPorts, runChecks } from '../checks/run-checks.ts'
import type { Candidate } from './candidate.ts'

/** `id` is the command in whose name they run, `lane` the one that leads the batch. */
export async function checkCandidate(
  candidate: Candidate,
  lane: LaneName,
  id: CommandId,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<readonly Evidence[]> {
  const command: RunChecks = {
    type: 'RunChecks',
    id,
    lane,
    commit: candidate.tip,
    tree: candidate.tree,
    checks: checksOf(candidate),
  }
  const outcome = await runChecks(command, { signal, repeated: false }, ports)
  if (outcome.type === 'ChecksFinished') {
    await recordProven(ports.repoRoot, outcome.evidence, ports)
    return markedEvidence(outcome.evidence, command.checks)
  }
  throw new UserError(outcome.code, outcome.detail, { next: outcome.next })
}

/** All that any of the lanes asks for, each once. A check may fail only if it may in every lane that asks for it. */
function checksOf({ merged }: Candidate): readonly Check[] {
  const all = merged.flatMap(({ command }) => command.checks)
  const isSame = (one: Check, other: Check): boolean => one.name === other.name && one.run === other.run
  return all
    .filter((check, at) => all.findIndex((it) => isSame(it, check)) === at)
    .map(({ redOnBase: _, failedOnBase, ...check }) => {
      if (!all.every((it) => !isSame(it, check) || it.redOnBase === true)) return check
      return { ...check, redOnBase: true, ...(failedOnBase === undefined ? {} : { failedOnBase }) }
    })
}
