/** Runs one check in a room and tells what it showed. A check that never came to an exit code has not passed. */

import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { failedTests } from '@harness/formats/text/failed-tests'
import { countExecuted, countedChars, saysCached } from '@harness/formats/text/test-count'
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

/** A check whose output may come from the cache of a build tool. */
export type RunnableCheck = Check & { readonly mayBeCached?: boolean }

export interface ShownByCheck {
  readonly item: Evidence
  /** The end of the output, longer than that of the evidence. */
  readonly output: string
}

export const runCheck = async (...args: Parameters<typeof showCheck>): Promise<Evidence> =>
  (await showCheck(...args)).item

export async function showCheck(
  check: RunnableCheck,
  number: number,
  command: Pick<RunChecks, 'id' | 'tree'>,
  { record, isClean }: Pick<Room, 'record' | 'isClean'>,
  { cell }: Pick<RoomLayer, 'cell'>,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<ShownByCheck> {
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
  const isCached = check.mayBeCached === true && saysCached(output)
  const item: Evidence = {
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
    executed: isCached ? null : countExecuted(output),
    ...(isCached ? { cached: true as const } : {}),
    ...(result.exitCode === 0 ? {} : { failures: failedTests(output) }),
    confinement: confinementOf(ports, 'checks'),
    room: isClean ? 'clean' : 'in-place',
  }
  return { item, output }
}

function hintFor(code: number | null): string {
  if (code === 127) {
    return '\n[harness] Exit code 127: a command in this line was not found. Lanes have only what lanes.setup installs and what is on PATH.\n'
  }
  if (code === 126)
    return '\n[harness] Exit code 126: a command in this line is there, but cannot be executed.\n'
  return ''
}
