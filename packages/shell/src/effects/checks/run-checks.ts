/**
 * RunChecks: runs every check on exactly one tree and brings back what each showed. What is in the lane beside that
 * tree is kept as a patch and taken away first, and what git ignores there is withheld unless set-up or checks made it.
 * A check that changes the tree proves nothing, and the lane is put back for the next one. What the last check wrote for
 * people to read is kept where the command says. Safe to repeat: checks are run again from the first, on the same tree.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import type { Evidence } from '@harness/core/kernel/evidence'
import { fullStatus } from '../../machine/git/status.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { beginWork, endWork } from '../lanes/checkout-work.ts'
import { type LaneRecord, requireLane } from '../lanes/lane-record.ts'
import { layRepository } from '../lanes/lay-repository.ts'
import { putBack } from '../lanes/put-back.ts'
import { rememberIgnored } from '../lanes/withhold-ignored.ts'
import type { CheckPorts } from './check-ports.ts'
import { failedSetUp } from './failed-set-up.ts'
import { keepArtifacts } from './keep-artifacts.ts'
import { runCheck } from './run-check.ts'
import { standAtTree } from './stand-at-tree.ts'
import { countsOnBase, recordCounts } from './test-counts.ts'

export type { CheckPorts } from './check-ports.ts'

export const runChecks = (
  command: RunChecks,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<ChecksFinished | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const record = await requireLane(ports.stateDir, command.lane)
    const finished = (evidence: readonly Evidence[], notes: readonly string[]): ChecksFinished => ({
      type: 'ChecksFinished',
      at: ports.clock.now(),
      commandId: command.id,
      tree: command.tree,
      evidence,
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => ports.sanitise(note)) }),
    })
    const notes: string[] = []
    try {
      notes.push(...(await standAtTree(command, record, attempt, ports)))
    } catch (error) {
      attempt.signal.throwIfAborted()
      return finished(await failedSetUp(error, command, record, ports), [])
    }
    await beginWork(record.path)
    try {
      const evidence = await evidenceOf(command, record, attempt.signal, ports, notes)
      return finished(evidence, notes)
    } finally {
      await endWork(record.path)
    }
  })

/** `notes` gets what a person should hear. */
async function evidenceOf(
  command: RunChecks,
  record: LaneRecord,
  signal: AbortSignal,
  ports: CheckPorts,
  notes: string[],
): Promise<readonly Evidence[]> {
  const countOnBase = await countsOnBase(ports.stateDir, record.path, command.baseCommit)
  const evidence: Evidence[] = []
  let ignored: readonly string[] | null = null
  for (const [index, check] of command.checks.entries()) {
    const shown = await runCheck(check, index + 1, command, record, signal, ports)
    if (command.artifacts !== undefined && index === command.checks.length - 1)
      notes.push(...(await keepArtifacts(command.artifacts, record, ports)))
    const executedOnBase = await countOnBase(check.run)
    const left = await afterCheck(command, record, ports)
    ignored = left.ignored
    const problem = [shown.problem, left.problem].filter(Boolean).join(' ')
    evidence.push({ ...shown, executedOnBase, problem: problem === '' ? null : problem })
  }
  await recordCounts(ports.stateDir, evidence)
  await rememberIgnored(record, command.commit, ports, ignored)
  return evidence
}

interface Left {
  /** Why the check proves nothing; null if the tree is as it was. */
  readonly problem: string | null
  /** What git ignores in the lane now; null if that was not looked at. */
  readonly ignored: readonly string[] | null
}

async function afterCheck(command: RunChecks, record: LaneRecord, ports: CheckPorts): Promise<Left> {
  // A check or a person may have removed the lane.
  await requireLane(ports.stateDir, record.lane)
  // What a check commits in the lane's own repository is no work: the next one does not see it.
  await layRepository(record.path)
  const { changed, ignored } = await fullStatus(record.path)
  if (changed.length === 0) return { problem: null, ignored }
  const { files } = await putBack(record, command.commit, ports, command.id)
  const problem = `It changed ${namedFew(files)}, so it shows nothing about the tree it was to check. The lane was put back.`
  return { problem: ports.sanitise(problem), ignored: null }
}
