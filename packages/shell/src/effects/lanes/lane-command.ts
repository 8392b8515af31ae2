/** Runs one line of `lanes.setup` or `lanes.teardown` in a lane. Lines must bear being run again after a crash. */
import { shellCommand } from '../../machine/process/shell-command.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { laneCell } from './lane-cell.ts'
import { laneEnvironment } from './lane-environment.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { sandboxHint } from './sandbox-hint.ts'

const wallMs = 30 * 60_000
const outputBytes = 256 * 1024 * 1024
const tailBytes = 4 * 1024

/** Null if it worked, otherwise what was wrong, with the end of its output; nothing in it is sanitised. */
export async function runLaneCommand(
  line: string,
  record: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<string | null> {
  const result = await runConfined(ports.sandbox, laneCell(record, ports, { purpose: 'setup' }), {
    ...shellCommand(line),
    env: laneEnvironment(record, ports),
    limits: { wallMs, outputBytes },
    tailBytes,
    signal,
    tag: ports.processTag,
  })
  signal.throwIfAborted()
  if (result.exitCode === 0) return null
  const how = result.problem ?? `It ended with exit code ${result.exitCode}.`
  const hint = refusedHosts(result.refused) ?? sandboxHint(result.tail, record, ports, 'setup')
  return `${line}\n${how}\n${wholeLines(result.tail)}${hint}`.trimEnd()
}

/** The end of a long output starts in the middle of a line. */
const wholeLines = (tail: string): string =>
  Buffer.byteLength(tail) < tailBytes - 4 || !tail.includes('\n') ? tail : tail.slice(tail.indexOf('\n') + 1)

/** Null if it asked for no host in vain. */
const refusedHosts = (hosts: readonly string[]): string | null =>
  hosts.length === 0
    ? null
    : `\n[harness] This ran in a sandbox. It asked for ${hosts.join(', ')}, which is no known package registry. To allow it: sandbox.registries\n`
