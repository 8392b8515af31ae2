/**
 * Sets a lane up: copies env files, runs `lanes.setup` and remembers what they made. The mark is written last, so that a
 * set-up which a crash interrupted runs again.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { fullStatus } from '../../machine/git/status.ts'
import { emptyFolders } from './empty-folders.ts'
import { copyEnvFiles } from './env-files.ts'
import { setupMarks, writeIgnoredMemory } from './ignored-memory.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { runSetUp } from './run-set-up.ts'
import { setUpKey, writeSetUpMark } from './set-up-key.ts'
import { dropTemplate, setUpFromTemplate } from './template.ts'

/** What the lane held beside its commit's files before set-up. */
export type Before = 'nothing' | 'unknown'

export async function setUpLane(
  record: LaneRecord,
  commit: CommitHash,
  before: Before,
  signal: AbortSignal,
  ports: LanePorts,
  /** The command whose checks wait for this set-up. */
  checking: string | null = null,
): Promise<void> {
  const { repoRoot, lanes } = ports
  await copyEnvFiles(repoRoot, record.path, lanes.copyEnvFiles)
  await dropTemplate(record.path)
  if (lanes.setup.length > 0) await install(record, commit, signal, ports)
  await rememberSetup(record, before, ports, checking)
  if (lanes.setup.length > 0 || checking !== null)
    await writeSetUpMark(record.path, await setUpKey(record.path, commit, lanes))
}

async function install(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const inLane = () => runSetUp(record, signal, ports)
  if (!(await setUpFromTemplate(record, commit, signal, ports, inLane))) await inLane()
}

/** Checks may use ignored files that set-up made. Set-up may leave no other files. */
async function rememberSetup(
  record: LaneRecord,
  before: Before,
  ports: LanePorts,
  checking: string | null,
): Promise<void> {
  const { setup, copyEnvFiles: env } = ports.lanes
  // Nothing can be there that git ignores. To look would take longer than the rest.
  if (before === 'nothing' && checking === null && setup.length === 0 && env.length === 0) return
  const [{ ignored }, empty] = await Promise.all([fullStatus(record.path), emptyFolders(record.path)])
  const marks = await setupMarks(record, ignored)
  await writeIgnoredMemory(ports.stateDir, record, { setup: marks, checks: {}, empty, checking })
}
