/**
 * RunChecks: every check is run by the harness itself, in the lane as it was committed, and what it showed becomes
 * evidence for exactly that tree. A check that changed the tree has proven nothing about it. Safe to repeat: checks run
 * again on a lane that was put back.
 */
import { join } from 'node:path'
import type { Check } from '@harness/core/check'
import type { RunChecks } from '@harness/core/command'
import type { ChecksFinished, CommandFailed } from '@harness/core/event'
import type { Evidence } from '@harness/core/evidence'
import { UserError } from '@harness/core/user-error'
import type { Attempt } from '../adapters.ts'
import { makeDir } from '../disk/durable-dir.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { treeOf } from '../git/commits.ts'
import { laneEnvironment } from '../lanes/lane-environment.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { type LaneRecord, requireLane } from '../lanes/lane-record.ts'
import { putBack } from '../lanes/put-back.ts'
import { runProcess } from '../process/run-process.ts'
import { shellCommand } from '../process/shell-command.ts'

const outputBytes = 256 * 1024 * 1024
const tailBytes = 8 * 1024

export const runChecks = (
  command: RunChecks,
  attempt: Attempt,
  ports: LanePorts,
): Promise<ChecksFinished | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    await requireTree(command, lane)
    await putBack(lane, command.commit, ports.runDir, command.id)
    const evidence: Evidence[] = []
    for (const [index, check] of command.checks.entries()) {
      evidence.push(await runCheck(command, check, index + 1, lane, attempt.signal, ports))
    }
    const { id: commandId, tree } = command
    return { type: 'ChecksFinished', at: ports.clock.now(), commandId, tree, evidence }
  })

async function requireTree(command: RunChecks, lane: LaneRecord): Promise<void> {
  if ((await treeOf(lane.path, command.commit)) === command.tree) return
  throw new UserError('lane-changed', `${command.commit} in the lane ${command.lane} has another tree.`, {
    next: 'Somebody rewrote the lane’s history; start the plan again: harness run',
  })
}

async function runCheck(
  command: RunChecks,
  check: Check,
  number: number,
  lane: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<Evidence> {
  const result = await runProcess({
    ...shellCommand(check.run),
    cwd: lane.path,
    env: laneEnvironment(lane, ports),
    limits: { wallMs: check.timeoutMs, outputBytes },
    spool: await newSpool(command, check, number, ports),
    tailBytes,
    signal,
    tag: ports.processTag,
  })
  signal.throwIfAborted()
  const changed = await putBack(lane, command.commit, ports.runDir, `${command.id}-${check.name}`)
  return {
    check: check.name,
    run: check.run,
    tree: command.tree,
    exitCode: result.exitCode,
    problem: result.problem ?? changedTree(changed.files),
    outputDigest: result.outputDigest,
    outputTail: ports.sanitise(result.tail),
    durationMs: result.durationMs,
    claims: check.claims,
  }
}

const changedTree = (files: readonly string[]): string | null =>
  files.length === 0
    ? null
    : `It changed the tree it was to prove something about: ${files.slice(0, 5).join(', ')}`

/** A repeated command writes beside what its first attempt printed. */
async function newSpool(command: RunChecks, check: Check, number: number, ports: LanePorts): Promise<string> {
  const folder = join(ports.runDir, 'checks', plain(command.id), String(ports.clock.now()))
  await makeDir(folder)
  return join(folder, `${number}-${plain(check.name)}.log`)
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80)
