/**
 * RunChecks: runs every check on exactly one tree, each in a clean room of its own, and brings back what each showed. A check
 * that changes the tree proves nothing. What the last check wrote for people to read is kept where the command says. Safe
 * to repeat: checks are run again from the first, on the same tree.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import { type Evidence, passed } from '@harness/core/kernel/evidence'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { requireLane } from '../lanes/lane-record.ts'
import { clearWritten, inRoom, type Room } from '../rooms/in-room.ts'
import type { CheckPorts } from './check-ports.ts'
import { compareTests } from './compare-tests.ts'
import { controlProblem } from './control-test.ts'
import { failedSetUp } from './failed-set-up.ts'
import { keepArtifacts } from './keep-artifacts.ts'
import { runCheck } from './run-check.ts'
import { countsOnBase, recordCounts } from './test-counts.ts'
import { treeProblem } from './tree-problem.ts'

export type { CheckPorts } from './check-ports.ts'

export const runChecks = (
  command: RunChecks,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<ChecksFinished | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    const notes: string[] = []
    const shown = await inRoom(command, lane, attempt, ports, async (room) => {
      notes.push(...room.notes)
      return evidenceIn(room, command, attempt.signal, ports, notes)
    }).catch((error: unknown) => {
      attempt.signal.throwIfAborted()
      return failedSetUp(error, command, ports)
    })
    const evidence = await compareTests(shown, command, lane, attempt, ports)
    return {
      type: 'ChecksFinished',
      at: ports.clock.now(),
      commandId: command.id,
      tree: command.tree,
      evidence,
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => ports.sanitise(note)) }),
    }
  })

/** `notes` gets what a person should hear. */
async function evidenceIn(
  room: Room,
  command: RunChecks,
  signal: AbortSignal,
  ports: CheckPorts,
  notes: string[],
): Promise<readonly Evidence[]> {
  const countOnBase = await countsOnBase(ports.stateDir, room.record.path, command.baseCommit)
  const evidence: Evidence[] = []
  for (const [index, check] of command.checks.entries()) {
    const isLast = index === command.checks.length - 1
    const item = await room.layer(async (layer) => {
      const shown = await runCheck(check, index + 1, command, room, layer, signal, ports)
      if (isLast && command.artifacts !== undefined) {
        notes.push(...(await keepArtifacts(command.artifacts, layer.written, ports)))
        await clearWritten(room, command.artifacts.from)
      }
      const problem = [shown.problem, await treeProblem(layer, ports)].filter(Boolean).join(' ')
      return { ...shown, problem: problem === '' ? null : problem }
    })
    const disarmed =
      passed(item) && room.isClean
        ? await controlProblem(check, index + 1, command, room, signal, ports)
        : null
    evidence.push({
      ...item,
      problem: disarmed ?? item.problem,
      executedOnBase: await countOnBase(check.run),
    })
  }
  await recordCounts(ports.stateDir, evidence)
  return evidence
}
