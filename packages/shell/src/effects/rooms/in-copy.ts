/**
 * Gives an agent a copy of a lane: the files of a clean room at exactly one commit, with its set-up. The agent may write and
 * run anything there. All of it is thrown away, and neither the lane nor the room changes.
 */
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { treeOf } from '../../machine/git/commits.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { dropLayers } from '../lanes/template.ts'
import { inRoom } from './in-room.ts'
import { withCopy } from './room-copy.ts'

/** `use` gets the record of the lane with the copy's folder: the lane's name and its ports are the copy's as well. */
export async function inCopy<Result>(
  { id, commit }: { readonly id: CommandId; readonly commit: CommitHash },
  lane: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
  use: (copy: LaneRecord) => Promise<Result>,
): Promise<Result> {
  const tree = await treeOf(lane.path, commit)
  const attempt = { signal, repeated: false }
  return inRoom({ id, commit, tree, isForAgent: true }, lane, attempt, ports, async ({ record, isClean }) => {
    invariant(isClean, 'only a lane is copied')
    // What an agent writes over a template stays beside its lane.
    await dropLayers(record.path)
    try {
      return await withCopy(record.path, signal, () => use(record))
    } finally {
      await dropLayers(record.path)
    }
  })
}
