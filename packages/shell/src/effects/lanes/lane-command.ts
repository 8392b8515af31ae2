/** Runs one line of `lanes.setup` or `lanes.teardown` in a lane. Lines must bear being run again after a crash. */
import { shellCommand } from '../../machine/process/shell-command.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { laneCell } from './lane-cell.ts'
import { laneEnvironment } from './lane-environment.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'

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
  const result = await runConfined(ports.sandbox, laneCell(record, ports, 'setup'), {
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
  return `${line}\n${how}\n${result.tail}${refusedHosts(result.refused)}`.trimEnd()
}

const refusedHosts = (hosts: readonly string[]): string =>
  hosts.length === 0
    ? ''
    : `\n[harness] The sandbox let it reach no host but package registries. It asked for ${hosts.join(', ')}; allow it with: sandbox.registries\n`
