/**
 * Makes sure that a lane holds exactly one tree, and an environment that was set up for it, before anything is proven there.
 * Checks, end-to-end tests, screenshots and smoke tests all start here.
 */
import type { CommandId, CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { treeOf } from '../../machine/git/commits.ts'
import type { Attempt } from '../failure/attempt.ts'
import { fitSetUp } from '../lanes/fit-set-up.ts'
import { laneHead } from '../lanes/lane-head.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { putBack, putBackNotes } from '../lanes/put-back.ts'
import { dropCheckLayers } from '../lanes/template-layers.ts'
import { withholdIgnored } from '../lanes/withhold-ignored.ts'

/** Where a lane is to stand, and for which command. */
interface Stand {
  readonly id: CommandId
  readonly commit: CommitHash
  readonly tree: TreeHash
}

/** Tells what it took out of the way. Commits are a person's work: only an attempt of our own that was cut short can have left them for us to put back. */
export async function standAtTree(
  stand: Stand,
  record: LaneRecord,
  attempt: Attempt,
  ports: LanePorts,
): Promise<readonly string[]> {
  const head = await laneHead(record.path)
  if (!attempt.repeated && (head.commit !== stand.commit || head.branch !== record.branch))
    throw laneChanged(record, stand)
  if ((await treeOf(record.path, stand.commit)) !== stand.tree) throw laneChanged(record, stand)
  const aside = await putBack(record, stand.commit, ports, stand.id)
  const withheld = await withholdIgnored(stand.id, record, ports, aside.ignored)
  const fitted = await fitSetUp(stand.id, stand.commit, record, attempt.signal, ports)
  await dropCheckLayers(record.path, stand.commit)
  return [...putBackNotes(aside), ...withheld, ...fitted]
}

const laneChanged = (record: LaneRecord, { commit, tree }: Stand): UserError =>
  new UserError(
    'lane-changed',
    `The lane in ${record.path} is not at ${commit.slice(0, 12)} with the tree ${tree.slice(0, 12)} (any more).`,
    {
      next: `Save what was added there, then put it back: git -C '${record.path}' reset --keep ${commit}`,
    },
  )
