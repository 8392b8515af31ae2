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
const tailBytes = 1024 * 1024
const shownBytes = 4 * 1024

export interface LaneTrouble {
  /** The line, how it ended, and the end of its output. */
  readonly says: string
  /** All of its output, or the end of a long one. */
  readonly output: string
}

/** Null if it worked, otherwise what was wrong; nothing in it is sanitised. */
export async function runLaneCommand(
  line: string,
  record: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<LaneTrouble | null> {
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
  return { says: `${line}\n${how}\n${endOf(result.tail)}${hint}`.trimEnd(), output: result.tail }
}

/** In whole lines, if it has several. */
function endOf(output: string): string {
  const bytes = Buffer.from(output)
  if (bytes.length <= shownBytes) return output
  const end = bytes.subarray(-shownBytes).toString()
  return end.includes('\n') ? end.slice(end.indexOf('\n') + 1) : end
}

/** Null if it asked for no host in vain. */
const refusedHosts = (hosts: readonly string[]): string | null =>
  hosts.length === 0
    ? null
    : `\n[harness] This ran in a sandbox. It asked for ${hosts.join(', ')}, which is no known package registry. To allow it: sandbox.registries\n`
