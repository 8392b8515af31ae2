/**
 * Sets a lane up for the agents that work there: copies env files and runs `lanes.setup`. The mark is written last, so that a
 * set-up which a crash interrupted runs again.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { copyEnvFiles } from './env-files.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { runSetUp } from './run-set-up.ts'
import { setUpKey, writeSetUpMark } from './set-up-key.ts'
import { dropTemplate, setUpFromTemplate } from './template.ts'

export async function setUpLane(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { repoRoot, lanes } = ports
  await copyEnvFiles(repoRoot, record.path, lanes.copyEnvFiles)
  await dropTemplate(record.path)
  if (lanes.setup.length === 0) return
  await install(record, commit, signal, ports)
  await writeSetUpMark(record.path, await setUpKey(record.path, commit, lanes))
}

/** Once for all lanes with the same inputs, if that can be. */
export async function install(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const inLane = () => runSetUp(record, signal, ports)
  if (!(await setUpFromTemplate(record, commit, signal, ports, inLane))) await inLane()
}
