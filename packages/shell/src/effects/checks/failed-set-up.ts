/**
 * A tree whose own lock files cannot be installed fails its checks: the change is wrong, and an agent can fix it. A set-up
 * that fails with the lock files the lane started with is the operator's to fix.
 */
import { createHash } from 'node:crypto'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Evidence } from '@harness/core/kernel/evidence'
import { UserError } from '@harness/core/kernel/user-error'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { setUpInputs } from '../lanes/set-up-key.ts'
import type { CheckPorts } from './check-ports.ts'

/** It failed, or it rewrote files of the tree, as `npm install` does with a lock file that does not fit. */
const setUpCodes: ReadonlySet<string> = new Set(['lane-setup-failed', 'lane-setup-dirty'])

/** Evidence that no check has passed. Throws the error again if the tree is not the cause. */
export async function failedSetUp(
  error: unknown,
  command: RunChecks,
  record: LaneRecord,
  ports: CheckPorts,
): Promise<readonly Evidence[]> {
  if (!(error instanceof UserError) || !setUpCodes.has(error.code)) throw error
  const [before, now] = [
    await setUpInputs(record.path, record.baseCommit, ports.lanes.setupInputs),
    await setUpInputs(record.path, command.commit, ports.lanes.setupInputs),
  ]
  if (before.join('\0') === now.join('\0')) throw error
  const output = ports.sanitise(error.message)
  return command.checks.map((check) => ({
    check: check.name,
    run: check.run,
    tree: command.tree,
    exitCode: null,
    problem: 'It did not run, because lanes.setup failed with the changed lock files.',
    outputDigest: createHash('sha256').update(output).digest('hex'),
    outputTail: `${output}\n`,
    durationMs: 0,
    claims: check.claims,
  }))
}
