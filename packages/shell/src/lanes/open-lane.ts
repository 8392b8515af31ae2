/**
 * OpenLane: a branch, a worktree of its own and a whole environment in it. Opened again it is the same lane; an opening
 * that a crash interrupted is finished: files written, set-up run from its beginning.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenLane } from '@harness/core/command'
import type { CommandFailed, LaneOpened } from '@harness/core/event'
import { UserError } from '@harness/core/user-error'
import type { Attempt } from '../adapters.ts'
import { makeDir } from '../disk/durable-dir.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { gitOk } from '../git/git.ts'
import { gitDirsAt } from '../git/git-dirs.ts'
import { validRefName } from '../git/refs.ts'
import { status } from '../git/status.ts'
import { withLock } from '../lease/with-lock.ts'
import { copyEnvFiles } from './env-files.ts'
import { runLaneCommand } from './lane-command.ts'
import type { LanePorts } from './lane-ports.ts'
import { lanesDir, writeLaneRecord } from './lane-record.ts'
import { type Placed, placeWorktree } from './place-worktree.ts'
import { putBack } from './put-back.ts'
import { clearStaleLock } from './stale-lock.ts'

/** Others may be adding worktrees of a large repository one after the other. */
const lockWaitMs = 5 * 60_000

export const openLane = (
  command: OpenLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneOpened | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    for (const name of [command.branch, command.baseBranch]) refuseBadName(name)
    await makeDir(lanesDir(ports.stateDir))
    const placed = await withLock(lanesDir(ports.stateDir), () => placeWorktree(command, ports), {
      waitMs: lockWaitMs,
      signal: attempt.signal,
    })
    attempt.signal.throwIfAborted()
    if (placed.record.stage !== 'ready') await furnish(command, placed, attempt.signal, ports)
    return {
      type: 'LaneOpened',
      at: ports.clock.now(),
      commandId: command.id,
      lane: command.lane,
      path: placed.record.path,
      branch: command.branch,
      baseCommit: placed.baseCommit,
      commit: placed.commit,
      tree: placed.tree,
    }
  })

function refuseBadName(name: string): void {
  if (validRefName(name)) return
  throw new UserError('branch-name-invalid', `${JSON.stringify(name)} cannot name a branch.`, {
    next: 'Use letters, digits, dashes and slashes, as in: task/0001-search',
  })
}

async function furnish(
  command: OpenLane,
  placed: Placed,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { record, commit, empty } = placed
  if (empty || !hasIndex(record.path)) await writeFiles(record.path, signal)
  else await putBack(record, commit, ports.runDir, command.id)
  await copyEnvFiles(ports.repoRoot, record.path, ports.lanes.copyEnvFiles)
  for (const line of ports.lanes.setup) {
    const trouble = await runLaneCommand(line, record, signal, ports)
    if (trouble !== null) {
      throw new UserError('lane-setup-failed', `Setting up the lane ${record.lane} failed: ${trouble}`, {
        next: 'Mend lanes.setup in harness.config.json or what it calls, then: harness resume',
      })
    }
  }
  if (ports.lanes.setup.length > 0) await refuseDirtySetup(record.path)
  await writeLaneRecord(ports.stateDir, { ...record, stage: 'ready' })
}

/** Git writes the index after the files: without it nobody can have worked there. */
const hasIndex = (path: string): boolean => existsSync(join(gitDirsAt(path).gitDir, 'index'))

async function writeFiles(path: string, signal: AbortSignal): Promise<void> {
  await clearStaleLock(path)
  await gitOk(path, ['reset', '--hard', '--quiet', '--no-recurse-submodules'], { signal })
}

/** Otherwise the first commit of the lane's work would contain what setting it up left behind. */
async function refuseDirtySetup(path: string): Promise<void> {
  const changed = await status(path)
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
