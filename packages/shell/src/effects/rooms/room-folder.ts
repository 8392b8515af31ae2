/**
 * Owns the folders of clean rooms: `room-<n>` beside the lanes, each a checkout of its own without a branch. Only the harness
 * writes there. A command holds one room while it needs it; the next command takes the first one that is free. Agents work in
 * copies of rooms of their own, `copy-<n>`: without a sandbox a process may outlive its agent and write to that path again.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { gitOk } from '../../machine/git/git.ts'
import { areOfOneRepository } from '../../machine/git/git-dirs.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { pointerOf } from '../../machine/git/lane-dirs.ts'
import { type Hold, tryHold } from '../../machine/lock/hold.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { endStartedWith } from '../../machine/process/orphans.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import { guardOf } from '../lanes/guard.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { isLaneThere } from '../lanes/lane-record.ts'
import { lanesFolder } from '../lanes/lanes-folder.ts'
import { settleConfig } from '../lanes/lay-repository.ts'
import { pointLane, removeLane } from '../lanes/registered-lane.ts'
import { standingOf } from './room-mark.ts'

/** More commands at once would be a mistake of ours. */
const mostRooms = 256
/** Others may be adding checkouts of a large repository one after the other. */
const lockWaitMs = 5 * 60_000

/** `room`: evidence comes from there. `copy`: agents work there in a copy, and no check ever runs at that path. */
export type RoomKind = 'room' | 'copy'

/** Whether a checkout is a clean room, by its name. */
export const isRoom = (path: string): boolean => /^(?:room|copy)-\d+$/.test(basename(path))

/** The path of the room's own files while a program works on a copy of them. */
export const pristineOf = (room: string): string => `${room}.pristine`

/** A new room starts at `commit`. */
export async function withRoomFolder<Result>(
  commit: CommitHash,
  kind: RoomKind,
  signal: AbortSignal,
  ports: LanePorts,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { path: folder } = await lanesFolder(ports)
  const { path, hold } = await freeRoom(folder, kind)
  try {
    if (!(await isWhole(path, ports))) {
      await clearPlace(path)
      await makeRoom(path, commit, signal, ports)
    }
    return await work(path)
  } finally {
    await hold.release()
  }
}

async function freeRoom(
  folder: string,
  kind: RoomKind,
): Promise<{ readonly path: string; readonly hold: Hold }> {
  for (let number = 1; number <= mostRooms; number++) {
    const path = join(folder, `${kind}-${number}`)
    const attempt = await tryHold(`${path}.lock`, 'checking in a clean room')
    if (attempt.type === 'held') return { path, hold: attempt.hold }
  }
  throw new UserError('lock-busy', `All ${mostRooms} clean rooms in ${folder} are in use.`, {
    next: `If no harness is at work there, remove the locks: rm '${folder}'/${kind}-*.lock; then: harness resume`,
  })
}

/** Whether all that is there is known, and only the harness can have written it. */
async function isWhole(path: string, ports: LanePorts): Promise<boolean> {
  // A killed harness left a copy in the place of the room.
  if (!isLaneThere({ path }) || existsSync(pristineOf(path))) return false
  // Runs in place have repositories of their own.
  if (!areOfOneRepository(path, ports.repoRoot)) return false
  return (await standingOf(path))?.guard === (await guardOf(ports))
}

/** What a killed harness left running would write there again. If no room ever was there, nothing runs. */
async function clearPlace(path: string): Promise<void> {
  const traces = [path, pristineOf(path), pointerOf(path)]
  if (!traces.some((trace) => existsSync(trace))) return
  await endStartedWith('HARNESS_LANE_PATH', path)
  await removeTree(pristineOf(path))
}

async function makeRoom(
  path: string,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { repoRoot } = ports
  await makeDir(lanesDir(ports.stateDir))
  const add = async (): Promise<void> => {
    await removeLane(repoRoot, path)
    await gitOk(repoRoot, ['worktree', 'add', '--quiet', '--no-checkout', '--detach', '--', path, commit])
    await pointLane(repoRoot, path)
  }
  // Git loses worktrees that are added at the same time.
  await withLock(lanesDir(ports.stateDir), add, { waitMs: lockWaitMs, signal })
  await settleConfig(path, ports.identity ?? (await userIdentity(repoRoot)))
}
