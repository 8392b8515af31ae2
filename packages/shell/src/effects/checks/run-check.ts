/** Runs one check in a room and tells what it showed. A check that never came to an exit code has not passed. */

import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { countExecuted, countedChars } from '@harness/formats/text/test-count'
import { shellCommand } from '../../machine/process/shell-command.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { confinementOf } from '../lanes/lane-cell.ts'
import { laneEnvironment } from '../lanes/lane-environment.ts'
import { sandboxHint } from '../lanes/sandbox-hint.ts'
import type { Room } from '../rooms/in-room.ts'
import type { RoomLayer } from '../rooms/room-layer.ts'
import { finishCheckLog, newCheckLog } from './check-log.ts'
import type { CheckPorts } from './check-ports.ts'

/** What is kept of a long output. The check runs on whatever it prints: its time is limited, and its disk is ours. */
const kept = { head: 16 * 1024 * 1024, tail: 16 * 1024 * 1024 }
const tailChars = 8_000
/** Together with the rest of an abort well within the three seconds an adapter has. */
const graceMs = 1_000

export async function runCheck(
  check: Check,
  number: number,
  command: Pick<RunChecks, 'id' | 'tree'>,
  { record, isClean }: Pick<Room, 'record' | 'isClean'>,
  { cell }: Pick<RoomLayer, 'cell'>,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<Evidence> {
  const log = await newCheckLog(ports.runDir, command.id, number, check.name)
  const result = await runConfined(ports.sandbox, cell, {
    ...shellCommand(check.run),
    env: laneEnvironment(record, ports),
    limits: { wallMs: check.timeoutMs, outputBytes: Number.MAX_SAFE_INTEGER, graceMs },
    spool: log.raw,
    spoolKeeps: kept,
    spoolStage: ports.redactionStream(),
    tailBytes: 0,
    signal,
    tag: `${ports.processTag}/${command.id}`,
  })
  signal.throwIfAborted()
  const output =
    result.ended === 'unstartable' ? '' : await finishCheckLog(log, countedChars, ports.redactionStream())
  return {
    check: check.name,
    run: check.run,
    tree: command.tree,
    exitCode: result.exitCode,
    problem: result.problem,
    outputDigest: result.outputDigest,
    outputTail:
      output.slice(-tailChars) +
      hintFor(result.exitCode) +
      (result.exitCode === 0 ? '' : sandboxHint(output, record, ports, 'checks')),
    durationMs: Math.round(result.durationMs),
    claims: check.claims,
    executed: countExecuted(output),
    confinement: confinementOf(ports, 'checks'),
    room: isClean ? 'clean' : 'in-place',
  }
}

function hintFor(code: number | null): string {
  if (code === 127) {
    return '\n[harness] Exit code 127: a command in this line was not found. Lanes have only what lanes.setup installs and what is on PATH.\n'
  }
  if (code === 126)
    return '\n[harness] Exit code 126: a command in this line is there, but cannot be executed.\n'
  return ''
}
