/**
 * Owns where evidence comes from: a clean room at exactly one tree, which no agent's process could ever write. Each program
 * gets a layer of its own, so that one cannot prepare the next. What is done in place is shown without a room: programs
 * run in the folder itself, and what they change there is put back.
 */
import type { CommandId, CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { fullStatus } from '../../machine/git/status.ts'
import type { Attempt } from '../failure/attempt.ts'
import { beginWork, endWork } from '../lanes/checkout-work.ts'
import { laneCell } from '../lanes/lane-cell.ts'
import { laneHead } from '../lanes/lane-head.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { type LaneRecord, requireLane } from '../lanes/lane-record.ts'
import { putBack, putBackNotes } from '../lanes/put-back.ts'
import { withRoomFolder } from './room-folder.ts'
import { type RoomLayer, withRoomLayer } from './room-layer.ts'
import { standRoom } from './stand-room.ts'

/** What is to be shown something about, and for which command. */
export interface Shown {
  readonly id: CommandId
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** True if an agent may be at work meanwhile: then there is a room in place, too. */
  readonly isBeside?: boolean
  /** True if an agent works in a copy of the room. */
  readonly isForAgent?: boolean
}

export interface Room {
  /** That of the lane, with the room's folder. */
  readonly record: LaneRecord
  readonly isClean: boolean
  /** For the operator. */
  readonly notes: readonly string[]
  layer<Result>(use: (layer: RoomLayer) => Promise<Result>): Promise<Result>
}

/** The place of one program. */
export type LayerPlace = Pick<Room, 'record'> & Pick<RoomLayer, 'cell'>

/** `lane` is the record of the lane whose work it is: programs get its name and its ports. */
export async function inRoom<Result>(
  shown: Shown,
  lane: LaneRecord,
  attempt: Attempt,
  ports: LanePorts,
  use: (room: Room) => Promise<Result>,
): Promise<Result> {
  if (isInPlace(lane.path) && shown.isBeside !== true) return inPlace(shown, lane, attempt, ports, use)
  const { commit, tree, isForAgent = false } = shown
  const { signal } = attempt
  return withRoomFolder(commit, isForAgent ? 'copy' : 'room', signal, ports, async (path) => {
    const record = { ...lane, path }
    if ((await treeOf(path, commit)) !== tree) throw treeDiffers(commit, tree)
    await standRoom(record, commit, signal, ports)
    const layer: Room['layer'] = (work) => withRoomLayer(record, tree, signal, ports, work)
    return use({ record, isClean: true, notes: [], layer })
  })
}

const treeDiffers = (commit: CommitHash, tree: TreeHash): UserError =>
  new UserError('lane-changed', `The commit ${commit.slice(0, 12)} has not the tree ${tree.slice(0, 12)}.`, {
    next: 'The journal names another tree than the repository has. Start the run again.',
  })

async function inPlace<Result>(
  { id, commit, tree }: Shown,
  record: LaneRecord,
  { repeated }: Attempt,
  ports: LanePorts,
  use: (room: Room) => Promise<Result>,
): Promise<Result> {
  const head = await laneHead(record.path)
  const isElsewhere = !repeated && (head.commit !== commit || head.branch !== record.branch)
  if (isElsewhere || (await treeOf(record.path, commit)) !== tree) throw laneChanged(record, commit, tree)
  const notes = putBackNotes(await putBack(record, commit, ports, id))
  await beginWork(record.path)
  try {
    return await use({
      record,
      isClean: false,
      notes,
      layer: (work) => layerInPlace(record, commit, id, ports, work),
    })
  } finally {
    await endWork(record.path)
  }
}

async function layerInPlace<Result>(
  record: LaneRecord,
  commit: CommitHash,
  id: CommandId,
  ports: LanePorts,
  use: (layer: RoomLayer) => Promise<Result>,
): Promise<Result> {
  const cell = laneCell(record, ports, { purpose: 'checks' })
  const changed = async (): Promise<readonly string[]> => {
    // A program or a person may have removed the lane.
    await requireLane(ports.stateDir, record.lane)
    return (await fullStatus(record.path)).changed.map((entry) => entry.path).sort()
  }
  const result = await use({ cell, written: record.path, changed })
  await putBack(record, commit, ports, id)
  return result
}

const laneChanged = (record: LaneRecord, commit: CommitHash, tree: TreeHash): UserError =>
  new UserError(
    'lane-changed',
    `The lane in ${record.path} is not at ${commit.slice(0, 12)} with the tree ${tree.slice(0, 12)} (any more).`,
    { next: `Save what was added there, then put it back: git -C '${record.path}' reset --keep ${commit}` },
  )

/** In place, what a program wrote for people to read would stay among the person's files. */
export const clearWritten = async (room: Room, folders: readonly string[]): Promise<void> => {
  if (room.isClean) return
  await gitOk(room.record.path, ['clean', '-ffdxq', '--', ...folders])
}
