/**
 * Sets a lane up for the agents that work there: copies env files and runs `lanes.setup`. The mark is written last, so that a
 * set-up which a crash interrupted runs again.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { copyEnvFiles } from './env-files.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { runSetUp } from './run-set-up.ts'
import { setUpIds } from './set-up-id.ts'
import { setUpKey, writeSetUpMark } from './set-up-key.ts'
import { dropTemplate, setUpFromTemplate } from './template.ts'

/** `isPristine` if no agent has worked in the lane yet. */
export async function setUpLane(
  record: LaneRecord,
  commit: CommitHash,
  isPristine: boolean,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { repoRoot, lanes } = ports
  await copyEnvFiles(repoRoot, record.path, lanes.copyEnvFiles)
  await dropTemplate(record.path)
  if (lanes.setup.length === 0) return
  const { ofBase, ofTree } = await setUpIds(record, commit, ports)
  const isOnBase = isPristine && commit === record.baseCommit
  await install(record, ofBase ?? ofTree, isOnBase, signal, ports)
  await writeSetUpMark(record.path, await setUpKey(record.path, commit, lanes))
}

/** Once for all places with the same inputs, if that can be. Returns the paths that were made. */
export async function install(
  record: LaneRecord,
  id: string,
  isPristine: boolean,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<readonly string[]> {
  const inLane = () => runSetUp(record, signal, ports)
  return (await setUpFromTemplate(record, id, isPristine, signal, ports, inLane)) ?? inLane()
}
