/**
 * RunChecks: runs every check on exactly one tree and brings back what each showed. What lies in the lane beside that
 * tree is kept as a patch and taken away first. A check that changes the tree proves nothing, and the lane is put back
 * for the next one. Safe to repeat: checks are run again from the first, on the same tree.
 */
import type { RunChecks } from '@harness/core/command'
import type { ChecksFinished, CommandFailed } from '@harness/core/event'
import type { Evidence } from '@harness/core/evidence'
import { UserError } from '@harness/core/user-error'
import type { Attempt } from '../adapters.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { treeOf } from '../git/commits.ts'
import { worktreeTree } from '../git/working-tree.ts'
import { clearIndexFlags } from '../lanes/index-flags.ts'
import { laneHead } from '../lanes/lane-head.ts'
import { type LaneRecord, requireLane } from '../lanes/lane-record.ts'
import { putBack } from '../lanes/put-back.ts'
import type { CheckPorts } from './check-ports.ts'
import { runCheck } from './run-check.ts'

export type { CheckPorts } from './check-ports.ts'

export const runChecks = (
  command: RunChecks,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<ChecksFinished | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const record = await requireLane(ports.stateDir, command.lane)
    await standAtTree(command, record, attempt, ports)
    const evidence: Evidence[] = []
    for (const [index, check] of command.checks.entries()) {
      const shown = await runCheck(check, index + 1, command, record, attempt.signal, ports)
      evidence.push(await voidIfChanged(shown, command, record, ports))
    }
    return {
      type: 'ChecksFinished',
      at: ports.clock.now(),
      commandId: command.id,
      tree: command.tree,
      evidence,
    }
  })

/** Commits are somebody's work: only an attempt of our own that was cut short can have left them for us to put back. */
async function standAtTree(
  command: RunChecks,
  record: LaneRecord,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<void> {
  const head = await laneHead(record.path)
  if (!attempt.repeated && (head.commit !== command.commit || head.branch !== record.branch))
    throw laneChanged(record, command)
  if ((await treeOf(record.path, command.commit)) !== command.tree) throw laneChanged(record, command)
  await putBack(record, command.commit, ports.runDir, command.id)
  if ((await worktreeTree(record.path)) !== command.tree) throw laneChanged(record, command)
}

async function voidIfChanged(
  evidence: Evidence,
  command: RunChecks,
  record: LaneRecord,
  ports: CheckPorts,
): Promise<Evidence> {
  await clearIndexFlags(record.path)
  const head = await laneHead(record.path)
  const stands = head.commit === command.commit && head.branch === record.branch
  if (stands && (await worktreeTree(record.path)) === command.tree) return evidence
  const { files } = await putBack(record, command.commit, ports.runDir, command.id)
  const what = files.length === 0 ? 'moved the lane to another commit or branch' : `changed ${named(files)}`
  const problem = `It ${what}, so it shows nothing about the tree it was to check. The lane was put back.`
  return { ...evidence, problem: ports.sanitise([evidence.problem, problem].filter(Boolean).join(' ')) }
}

const named = (files: readonly string[]): string =>
  files.slice(0, 10).join(', ') + (files.length > 10 ? ` and ${files.length - 10} more` : '')

const laneChanged = (record: LaneRecord, command: RunChecks): UserError =>
  new UserError(
    'lane-changed',
    `The lane in ${record.path} is not at ${command.commit.slice(0, 12)} with the tree ${command.tree.slice(0, 12)} (any more).`,
    {
      next: `Save what was added there, then put it back: git -C '${record.path}' reset --keep ${command.commit}`,
    },
  )
