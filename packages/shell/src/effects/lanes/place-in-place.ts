/**
 * Opens the checkout itself as a lane, on a branch of the private repository. Safe to repeat: the branch and the record are
 * looked for first. No file of the checkout is touched.
 */
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { attachHead } from '../../machine/git/move-head.ts'
import { readRef, updateRef } from '../../machine/git/refs.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import { baseBranchMissing } from './base-branch-missing.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, portsInUse, readLaneRecord, writeLaneRecord } from './lane-record.ts'
import type { LaneOrder, Placed } from './place-lane.ts'
import { leasePorts } from './port-lease.ts'

export async function placeInPlace(
  order: LaneOrder,
  waitMs: number,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<Placed> {
  const { repoRoot, stateDir } = ports
  if (!isInPlace(repoRoot)) throw notInPlace(order)
  const baseCommit = await resolveCommit(repoRoot, `refs/heads/${order.baseBranch}`)
  if (baseCommit === null) throw await baseBranchMissing(repoRoot, order.baseBranch)
  const ref = `refs/heads/${order.branch}`
  const tip = await readRef(repoRoot, ref)
  if (tip === null) await updateRef(repoRoot, ref, baseCommit, null)
  await attachHead(repoRoot, order.branch)
  await makeDir(lanesDir(stateDir))
  const leased = await withLock(
    lanesDir(stateDir),
    async () => {
      const known = await readLaneRecord(stateDir, order.lane)
      const taken = await portsInUse(stateDir, order.lane)
      return leasePorts(order.lane, taken, known?.ports ?? [], ports)
    },
    { waitMs, signal },
  )
  const record: LaneRecord = {
    version: 1,
    lane: order.lane,
    branch: order.branch,
    path: repoRoot,
    baseCommit,
    madeBy: order.id,
    ports: leased.ports,
    stage: 'ready',
  }
  await writeLaneRecord(stateDir, record)
  const commit = tip ?? baseCommit
  return {
    record,
    baseCommit,
    commit,
    tree: await treeOf(repoRoot, commit),
    empty: false,
    notes: leased.note === null ? [] : [leased.note],
  }
}

const notInPlace = ({ lane }: LaneOrder): UserError =>
  new UserError(
    'lane-missing',
    `The lane ${lane} is to be the checkout, but the run has no repository for that.`,
    {
      next: 'Start the run again: harness workflow --in-place',
    },
  )
