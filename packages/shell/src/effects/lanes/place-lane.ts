/**
 * Makes a lane's branch and folder, without its files, or finds those that an earlier attempt made. A lane that is kept warm
 * is taken before a new one is added. To be called by one process at a time: git loses worktrees that are added together.
 * Safe to repeat after a crash: the record is written before anything is made, so whatever is there is known to be ours,
 * or is left alone; a warm lane leaves the pool last.
 */

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { OpenLane } from '@harness/core/effects/open-lane'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { ifMissing } from '../../machine/disk/if-missing.ts'
import { mergeBase, treeOf } from '../../machine/git/commits.ts'
import { GitError, gitOk } from '../../machine/git/git.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import { attachHead } from '../../machine/git/move-head.ts'
import { readRef, updateRef } from '../../machine/git/refs.ts'
import { worktrees } from '../../machine/git/worktrees.ts'
import { isLane } from '../../store/layout/lane-place.ts'
import { baseBranchMissing } from './base-branch-missing.ts'
import { ownBranches } from './base-source.ts'
import { harnessHead, laneHead } from './lane-head.ts'
import { laneHere } from './lane-here.ts'
import { dropFromPool, freeFolder, isInPool } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import {
  isLaneThere,
  type LaneRecord,
  laneRecords,
  portsInUse,
  readLaneRecord,
  writeLaneRecord,
} from './lane-record.ts'
import { leftLane } from './left-lane.ts'
import { linkPlace, readyPlace } from './named-folder.ts'
import { leasePorts } from './port-lease.ts'
import { pointLane, removeLane } from './registered-lane.ts'
import { renewPorts } from './renew-ports.ts'
import { dropLayers } from './template.ts'
import { warmLaneFor } from './warm-lane.ts'

/** What a lane is made from; `id` says for whom. */
export type LaneOrder = Pick<OpenLane, 'lane' | 'branch' | 'baseBranch' | 'worktree' | 'copiesIgnored'> & {
  readonly id: string
}

export interface Placed {
  readonly record: LaneRecord
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** The lane's files have yet to be written, and no agent can have worked there. */
  readonly empty: boolean
  /** For the operator. */
  readonly notes: readonly string[]
}

interface Tip {
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export async function placeLane(order: LaneOrder, ports: LanePorts): Promise<Placed> {
  try {
    return await place(order, ports)
  } catch (error) {
    throw branchInTheWay(order.branch, error) ?? error
  }
}

/** Git keeps branches like files: if there is a branch `task`, there can be none `task/…`. */
function branchInTheWay(branch: string, error: unknown): UserError | null {
  if (!(error instanceof GitError)) return null
  const other = /'refs\/heads\/([^']+)' exists; cannot create/.exec(error.message)?.[1]
  if (other === undefined) return null
  return new UserError('branch-in-the-way', `The branch ${other} is in the way of ${branch}.`, {
    next: `Give it another name: git branch -m ${other} ${other}-old; then: harness resume`,
    cause: error,
  })
}

async function place(order: LaneOrder, ports: LanePorts): Promise<Placed> {
  const { repoRoot, stateDir } = ports
  const { base: source = ownBranches } = ports
  const base = await tipOf(repoRoot, source.baseRef(order.baseBranch))
  const tip = await tipOf(repoRoot, `refs/heads/${order.branch}`)
  const recorded = await readLaneRecord(stateDir, order.lane)
  const here = recorded === null ? null : await laneHere(recorded, ports)
  const known = here?.record ?? null
  const notes = here?.notes ?? []
  if (base === undefined) throw await baseBranchMissing(repoRoot, order.baseBranch, known?.baseCommit)
  if (known === null || (known.stage === 'new' && tip === undefined)) {
    if (tip !== undefined) throw (await madeElsewhere(order, ports)) ?? branchExists(order.branch)
    return withNotes(await makeNew(order, base, known, ports), notes)
  }
  if (known.branch !== order.branch) throw laneTaken(known)
  if (tip === undefined) return withNotes(await makeAgain(order, base, known, ports), notes)
  if (mayBeFormer(known) && tip.commit !== known.baseCommit) throw branchExists(order.branch)
  const baseCommit = (await mergeBase(repoRoot, base.commit, tip.commit)) ?? base.commit
  const { record, empty } = await findOrAdd(order, known, ports)
  return { record: await renewPorts(record, ports), empty, baseCommit, ...tip, notes }
}

const withNotes = (placed: Placed, notes: readonly string[]): Placed => ({
  ...placed,
  notes: [...notes, ...placed.notes],
})

async function makeNew(
  order: LaneOrder,
  base: Tip,
  known: LaneRecord | null,
  ports: LanePorts,
): Promise<Placed> {
  const { repoRoot, stateDir } = ports
  const { worktree } = order
  if (worktree !== undefined) await readyPlace(repoRoot, worktree)
  // If an earlier attempt had started to make a lane, it is made; one that it had wanted to take is looked at again.
  const started = known === null || isInPool(stateDir, known.path) ? null : known.path
  const warm = started === null ? await warmLaneFor(order.lane, ports) : null
  const free = started === null && warm === null ? await freeFolder(ports, order.lane) : null
  const path = started ?? warm?.path ?? free?.path
  invariant(path !== undefined, 'a lane has a folder')
  if (started !== null) await clearRemains(started, known, ports)
  const taken = await portsInUse(stateDir, order.lane)
  const leased = await leasePorts(order.lane, taken, warm?.ports ?? known?.ports ?? [], ports)
  const notes = [...(free?.notes ?? []), ...(leased.note === null ? [] : [leased.note])]
  const record: LaneRecord = {
    version: 1,
    lane: order.lane,
    branch: order.branch,
    path,
    ...(worktree === undefined ? {} : { place: worktree }),
    baseCommit: base.commit,
    madeBy: order.id,
    ports: leased.ports,
    stage: warm === null ? 'new' : 'switching',
  }
  // They are of a lane that was in the same place.
  if (warm === null) await dropLayers(path)
  await writeLaneRecord(stateDir, record)
  if (warm !== null) {
    const made = await updateRef(repoRoot, `refs/heads/${order.branch}`, base.commit, null)
    if (!made.updated) throw branchExists(order.branch)
    await takeFromPool(record, ports)
    return { record, baseCommit: base.commit, ...base, empty: false, notes }
  }
  await addLane(record, ['--no-track', '-b', order.branch, '--', path, base.commit], ports)
  return { record, baseCommit: base.commit, ...base, empty: true, notes }
}

/** Git's own folder for the lane, and the pointer to it: by that alone the harness finds the lane's repository. */
async function addLane(
  { path, place }: LaneRecord,
  args: readonly string[],
  { repoRoot }: LanePorts,
): Promise<void> {
  await gitOk(repoRoot, ['worktree', 'add', '--quiet', '--no-checkout', ...args])
  await pointLane(repoRoot, path)
  if (place !== undefined) await linkPlace(repoRoot, place, path)
}

/** Its files are still those of the lane before: they are written when others need not wait. */
async function takeFromPool(record: LaneRecord, { repoRoot, stateDir }: LanePorts): Promise<void> {
  const { path, branch, place } = record
  await attachHead(path, branch)
  await dropFromPool(stateDir, path)
  if (place !== undefined) await linkPlace(repoRoot, place, path)
}

/** The record exists, but the branch was removed. If the lane is gone too, there is nothing to lose. */
async function makeAgain(order: LaneOrder, base: Tip, known: LaneRecord, ports: LanePorts): Promise<Placed> {
  const isFree = !existsSync(known.path) || isInPool(ports.stateDir, known.path)
  if (isFree) return makeNew(order, base, known, ports)
  throw new UserError(
    'lane-changed',
    `The branch ${known.branch} is gone, but its lane in ${known.path} is still there.`,
    { next: `Save what you need from ${known.path}, then remove that folder; then: harness resume` },
  )
}

/** Our branch is there; so is the lane, unless it was removed or never added. */
async function findOrAdd(
  order: LaneOrder,
  known: LaneRecord,
  ports: LanePorts,
): Promise<{ readonly record: LaneRecord; readonly empty: boolean }> {
  const { repoRoot, stateDir } = ports
  const { path, branch } = known
  // A crash, or a person, may have left git's folder without the pointer to it.
  const isThere = isLaneThere(known) || ((await pointLane(repoRoot, path)) && isLaneThere(known))
  if (isThere) {
    const isBeingTaken = known.stage === 'switching' && isInPool(stateDir, path)
    // Before all is there no agent has worked in it, and its own repository is the one of the lane before.
    const head = await (mayBeFormer(known) ? harnessHead(path) : laneHead(path))
    if (isBeingTaken && (head.branch === null || head.branch === branch)) await takeFromPool(known, ports)
    else if (head.branch !== branch)
      throw new UserError(
        'lane-changed',
        `The lane in ${path} should be on ${branch}, but is on ${head.branch ?? 'no branch'}.`,
        { next: `Put it back: git -C '${path}' switch ${branch}; then: harness resume` },
      )
    if (known.place !== undefined) await linkPlace(repoRoot, known.place, path)
    return { record: known, empty: false }
  }
  await clearRemains(path, known, ports)
  const { worktree } = order
  const record: LaneRecord = {
    ...known,
    ...(worktree === undefined ? {} : { place: worktree }),
    stage: 'opening',
  }
  await dropLayers(path)
  await dropFromPool(stateDir, path)
  await writeLaneRecord(stateDir, record)
  await addLane(record, ['--', path, branch], ports)
  return { record, empty: true }
}

const mayBeFormer = ({ stage }: LaneRecord): boolean => stage === 'new' || stage === 'switching'

/** Makes room at `path`, by removing only what makes a folder without files a lane. */
async function clearRemains(path: string, known: LaneRecord | null, ports: LanePorts): Promise<void> {
  const names = await readdir(path).catch(ifMissing(null))
  const isBare = names === null || names.length === 0 || (names.length === 1 && names[0] === '.git')
  if (!isBare || (known === null && names !== null && names.length > 0)) {
    throw new UserError('lane-path-taken', `${path} is in the way: the harness did not make it.`, {
      next: `Move it elsewhere, then: harness resume`,
    })
  }
  await removeLane(ports.repoRoot, path)
}

async function tipOf(repoRoot: string, ref: string): Promise<Tip | undefined> {
  const commit = await readRef(repoRoot, ref)
  return commit === null ? undefined : { commit, tree: await treeOf(repoRoot, commit) }
}

/** The lane that has the branch, if no record here knows it: of a run in another worktree, or of one whose state is gone. */
async function madeElsewhere(
  { branch, baseBranch }: LaneOrder,
  { repoRoot, stateDir }: LanePorts,
): Promise<UserError | null> {
  const all = await worktrees(repoRoot)
  const lane = all.find((worktree) => worktree.branch === branch)
  if (lane === undefined || !isLane(lane.path)) return null
  const { path } = lane
  // Without a main worktree, a bare repository's worktrees have a state directory each.
  const name = relative(mainWorktree(repoRoot), stateDir)
  for (const worktree of all) {
    if (worktree.bare || isLane(worktree.path)) continue
    const records = await laneRecords(join(worktree.path, name))
    if (!records.some((record) => record.branch === branch)) continue
    return new UserError('lane-taken', `${branch} is the lane of a run in another worktree: ${path}.`, {
      next: `Resume that run in its own worktree: harness --repo '${worktree.path}' runs`,
    })
  }
  const { holds, commands } = await leftLane(repoRoot, lane, baseBranch)
  const held = holds === null ? `All in it is on ${baseBranch}.` : `It holds ${holds}.`
  return new UserError(
    'lane-left',
    `A run whose state is gone left its lane for ${branch}: ${path}. ${held}`,
    {
      next: `${holds === null ? 'Remove it' : 'Keep its work and make room'}: ${commands}; then give the same command again.`,
    },
  )
}

const branchExists = (branch: string): UserError =>
  new UserError('branch-exists', `There is already a branch ${branch} that no run known here made.`, {
    next: `Rename or remove it, for example: git branch -m ${branch} ${branch}-old; then: harness resume`,
  })

const laneTaken = (known: LaneRecord): UserError =>
  new UserError('lane-taken', `The lane ${known.lane} is in use for the branch ${known.branch}.`, {
    next: 'Give the plan another file name, or close that lane first.',
  })
