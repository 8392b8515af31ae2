/**
 * Sets a lane up: copies env files, runs `lanes.setup` and remembers what they made. The mark is written last, so that a
 * set-up which a crash interrupted runs again.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { type FullStatus, fullStatus } from '../../machine/git/status.ts'
import { emptyFolders } from './empty-folders.ts'
import { copyEnvFiles } from './env-files.ts'
import { setupMarks, writeIgnoredMemory } from './ignored-memory.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { rememberMade } from './made-by-setup.ts'
import { runSetUp } from './run-set-up.ts'
import { setUpKey, writeSetUpMark } from './set-up-key.ts'

/** What the lane held beside its commit's files before set-up. */
export type Before = 'nothing' | 'set up' | 'unknown'

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
  if (before !== 'set up') await runSetUp(record, signal, ports)
  await rememberSetup(record, commit, before, ports, checking)
  if (lanes.setup.length > 0 || checking !== null)
    await writeSetUpMark(record.path, await setUpKey(record.path, commit, lanes.setup))
}

/** Checks may use ignored files that set-up made. Set-up may leave no other files. */
async function rememberSetup(
  record: LaneRecord,
  commit: CommitHash,
  before: Before,
  ports: LanePorts,
  checking: string | null,
): Promise<void> {
  const { setup, copyEnvFiles: env } = ports.lanes
  // Nothing can be there that git ignores. To look would take longer than the rest.
  if (before === 'nothing' && checking === null && setup.length === 0 && env.length === 0) return
  const [{ changed, ignored }, empty] = await Promise.all([
    fullStatus(record.path),
    emptyFolders(record.path),
  ])
  if (setup.length > 0) refuseDirtySetup(changed)
  const marks = await setupMarks(record, ignored)
  await writeIgnoredMemory(ports.stateDir, record, { setup: marks, checks: {}, empty, checking })
  if (before === 'nothing') await rememberMade(record, commit, ignored, ports)
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
