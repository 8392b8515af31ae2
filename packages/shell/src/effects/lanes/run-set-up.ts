/** Runs `lanes.setup` in a lane, from its first line. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { setUpLog } from '@harness/core/work/log-names'
import { saysDiskIsFull } from '../../machine/disk/disk-error.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { type FullStatus, fullStatus } from '../../machine/git/status.ts'
import { type LaneTrouble, runLaneCommand } from './lane-command.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'

/** Returns what git ignores in the lane then. Throws at the first line that fails, and if files changed that git has. */
export async function runSetUp(
  record: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<readonly string[]> {
  for (const line of ports.lanes.setup) {
    const trouble = await runLaneCommand(line, record, signal, ports)
    if (trouble !== null) {
      await keepLog(trouble, ports)
      throw new UserError('lane-setup-failed', `Setting up the lane ${record.lane} failed: ${trouble.says}`, {
        next: saysDiskIsFull(trouble.says)
          ? 'Free some space on that disk, then: harness resume'
          : 'Fix lanes.setup in harness.config.json or what it calls, then: harness resume',
      })
    }
  }
  await removeFile(logOf(ports))
  const { changed, ignored } = await fullStatus(record.path)
  refuseDirtySetup(changed)
  return ignored
}

const logOf = ({ runDir }: LanePorts): string => join(runDir, setUpLog)

/** Without it, the set-up has still failed: a full disk must not hide why. */
async function keepLog({ output }: LaneTrouble, ports: LanePorts): Promise<void> {
  const path = logOf(ports)
  await mkdir(dirname(path), { recursive: true })
    .then(() => writeFile(path, ports.sanitise(output), { mode: 0o600 }))
    .catch(() => {})
}

/** Otherwise the first commit of the lane's work would contain what setting it up left behind. */
function refuseDirtySetup(changed: FullStatus['changed']): void {
  if (changed.length === 0) return
  const files = changed
    .slice(0, 5)
    .map((entry) => entry.path)
    .join(', ')
  throw new UserError(
    'lane-setup-dirty',
    `Setting up the lane changed files that git does not ignore: ${files}`,
    {
      next: 'Make lanes.setup leave tracked files alone (npm ci, not npm install), or add the files to .gitignore.',
    },
  )
}
