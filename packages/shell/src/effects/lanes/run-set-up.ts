/** Runs `lanes.setup` in a lane, from its first line. */
import { UserError } from '@harness/core/kernel/user-error'
import { runLaneCommand } from './lane-command.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'

/** Throws at the first line that fails. */
export async function runSetUp(record: LaneRecord, signal: AbortSignal, ports: LanePorts): Promise<void> {
  for (const line of ports.lanes.setup) {
    const trouble = await runLaneCommand(line, record, signal, ports)
    if (trouble !== null) {
      throw new UserError('lane-setup-failed', `Setting up the lane ${record.lane} failed: ${trouble}`, {
        next: 'Fix lanes.setup in harness.config.json or what it calls, then: harness resume',
      })
    }
  }
}
