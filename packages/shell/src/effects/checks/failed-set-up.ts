/**
 * A tree whose own lock files cannot be installed fails its checks: the change is wrong, and an agent can fix it. A set-up
 * that is the same as the base's is the operator's to fix.
 */
import { createHash } from 'node:crypto'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Evidence } from '@harness/core/kernel/evidence'
import { SetUpOfTreeFailed } from '../rooms/stand-room.ts'
import type { CheckPorts } from './check-ports.ts'

/** Evidence that no check has passed. Throws the error again if the tree is not the cause. */
export function failedSetUp(error: unknown, command: RunChecks, ports: CheckPorts): readonly Evidence[] {
  if (!(error instanceof SetUpOfTreeFailed)) throw error
  const output = ports.sanitise(error.message)
  return command.checks.map((check) => ({
    check: check.name,
    run: check.run,
    tree: command.tree,
    exitCode: null,
    problem: 'It did not run, because lanes.setup failed on this tree.',
    outputDigest: createHash('sha256').update(output).digest('hex'),
    outputTail: `${output}\n`,
    durationMs: 0,
    claims: check.claims,
  }))
}
