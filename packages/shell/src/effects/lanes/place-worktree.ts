/**
 * Makes a lane's branch and worktree, without its files, or finds those that an earlier attempt made. A worktree that is
 * kept warm is taken before a new one is added. To be called by one process at a time: git loses worktrees that are added
 * together. Safe to repeat after a crash: the record is written before anything is made, so whatever is there is known to
 * be ours, or is left alone; a warm worktree leaves the pool last.
 */

import { lstat, readdir, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OpenLane } from '@harness/core/effects/open-lane'
import { asCommitHash, asTreeHash, type CommitHash, type TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { ifMissing } from '../../machine/disk/if-missing.ts'
import { commitInFiles } from '../../machine/git/commit-object.ts'
import { mergeBase } from '../../machine/git/commits.ts'
import { GitError, gitOk } from '../../machine/git/git.ts'
import { type GitDirs, gitDirsAt } from '../../machine/git/git-dirs.ts'
import { refInFiles } from '../../machine/git/ref-files.ts'
import { updateRef } from '../../machine/git/refs.ts'
import { type Worktree, worktrees } from '../../machine/git/worktrees.ts'
import { isLane, lanesDir, markAsLane } from '../../store/layout/lane-place.ts'
import { baseBranchMissing } from './base-branch-missing.ts'
import { ownBranches } from './base-source.ts'
import { forgetIgnored } from './ignored-memory.ts'
import { laneHere } from './lane-here.ts'
import { dropFromPool, freeFolder, isInPool } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, portsInUse, readLaneRecord, writeLaneRecord } from './lane-record.ts'
import { forgetMade } from './made-by-setup.ts'
import { hiddenPlace, namedFolder } from './named-folder.ts'
import { leasePorts } from './port-lease.ts'
import { renewPorts } from './renew-ports.ts'
import { warmLaneFor } from './warm-lane.ts'

/** What a lane is made from; `id` says for whom. */
export type LaneOrder = Pick<OpenLane, 'lane' | 'branch' | 'baseBranch' | 'worktree'> & {
  readonly id: string
}

export interface Placed {
  readonly record: LaneRecord
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** The worktree's files have yet to be written, and no agent can have worked there. */
  readonly empty: boolean
  /** For the operator. */
  readonly notes: readonly string[]
}

interface Tip {
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export async function placeWorktree(order: LaneOrder, ports: LanePorts): Promise<Placed> {
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
  const [base, tip] = await tipsOf(repoRoot, [source.baseRef(order.baseBranch), `refs/heads/${order.branch}`])
  const recorded = await readLaneRecord(stateDir, order.lane)
  const known = recorded === null ? null : await laneHere(recorded, order.worktree, ports)
  if (base === undefined) throw await baseBranchMissing(repoRoot, order.baseBranch, known?.baseCommit)
  if (known === null || (known.stage === 'new' && tip === undefined)) {
    if (tip !== undefined) throw (await madeElsewhere(order.branch, ports)) ?? branchExists(order.branch)
    return makeNew(order, base, known, ports)
  }
  if (known.branch !== order.branch) throw laneTaken(known)
  if (tip === undefined) return makeAgain(order, base, known, ports)
  const mayBeOthers = known.stage === 'new' || known.stage === 'switching'
  if (mayBeOthers && tip.commit !== known.baseCommit) throw branchExists(order.branch)
  const baseCommit = (await mergeBase(repoRoot, base.commit, tip.commit)) ?? base.commit
  const { record, empty } = await findOrAdd(order, known, ports)
  return { record: await renewPorts(record, ports), empty, baseCommit, ...tip, notes: [] }
}

async function makeNew(
  order: LaneOrder,
  base: Tip,
  known: LaneRecord | null,
  ports: LanePorts,
): Promise<Placed> {
  const { repoRoot, stateDir } = ports
  // Where an earlier attempt had begun to make a worktree, it is made; one that it had wanted to take is looked at again.
  const place = known === null || isInPool(stateDir, known.path) ? null : known.path
  const { worktree } = order
  const warm = place === null && worktree === undefined ? await warmLaneFor(order.lane, ports) : null
  const path = place ?? warm?.path ?? (await folderFor(order, ports))
  if (place !== null) await clearRemains(place, known, ports)
  const taken = await portsInUse(stateDir, order.lane)
  const leased = await leasePorts(order.lane, taken, warm?.ports ?? known?.ports ?? [], ports)
  const notes = leased.note === null ? [] : [leased.note]
  const record: LaneRecord = {
    version: 1,
    lane: order.lane,
    branch: order.branch,
    path,
    baseCommit: base.commit,
    madeBy: order.id,
    ports: leased.ports,
    stage: warm === null ? 'new' : 'switching',
  }
  if (warm === null) await forgetFormer(path, ports)
  await writeLaneRecord(stateDir, record)
  if (warm !== null) {
    const made = await updateRef(repoRoot, `refs/heads/${order.branch}`, base.commit, null)
    if (!made.updated) throw branchExists(order.branch)
    await takeFromPool(record, ports)
    return { record, baseCommit: base.commit, ...base, empty: false, notes }
  }
  const add = ['worktree', 'add', '--quiet', '--no-checkout', '--no-track', '-b', order.branch]
  await gitOk(repoRoot, [...add, '--', path, base.commit])
  if (worktree !== undefined) await markAsLane(path)
  return { record, baseCommit: base.commit, ...base, empty: true, notes }
}

const folderFor = ({ lane, worktree }: LaneOrder, { repoRoot, stateDir }: LanePorts): Promise<string> =>
  worktree === undefined ? freeFolder(repoRoot, stateDir, lane) : namedFolder(repoRoot, worktree)

/** Its files are still those of the lane before: they are written when others need not wait. */
async function takeFromPool({ path, branch }: LaneRecord, { stateDir }: LanePorts): Promise<void> {
  await gitOk(path, ['symbolic-ref', '-m', 'harness', 'HEAD', `refs/heads/${branch}`])
  await dropFromPool(stateDir, path)
}

/** What is remembered of a worktree that was in the same place is not about this one. */
async function forgetFormer(path: string, { stateDir }: LanePorts): Promise<void> {
  await forgetIgnored(stateDir, { path })
  await forgetMade(stateDir, path)
}

/** The record exists, but the branch was removed. If the worktree is gone too, there is nothing to lose. */
async function makeAgain(order: LaneOrder, base: Tip, known: LaneRecord, ports: LanePorts): Promise<Placed> {
  const here = await worktreeAt(known.path, ports)
  const isFree = here === null || here.prunable !== null || isInPool(ports.stateDir, known.path)
  if (isFree) return makeNew(order, base, known, ports)
  throw new UserError(
    'lane-changed',
    `The branch ${known.branch} is gone, but its lane in ${known.path} is still there.`,
    { next: `Save what you need from ${known.path}, then: git worktree remove '${known.path}'` },
  )
}

/** Our branch is there; so is the worktree, unless it was removed or never added. */
async function findOrAdd(
  order: LaneOrder,
  known: LaneRecord,
  ports: LanePorts,
): Promise<{ readonly record: LaneRecord; readonly empty: boolean }> {
  const here = await worktreeAt(known.path, ports)
  if (here !== null && here.prunable === null) {
    const isBeingTaken = known.stage === 'switching' && isInPool(ports.stateDir, known.path)
    if (isBeingTaken && (here.branch === null || here.branch === known.branch)) {
      await takeFromPool(known, ports)
      return { record: known, empty: false }
    }
    if (here.branch === known.branch) return { record: known, empty: false }
    throw new UserError(
      'lane-changed',
      `The lane in ${known.path} should be on ${known.branch}, but is on ${here.branch ?? 'no branch'}.`,
      { next: `Put it back: git -C '${known.path}' switch ${known.branch}; then: harness resume` },
    )
  }
  await clearRemains(known.path, known, ports)
  const record: LaneRecord = { ...known, stage: 'opening' }
  await forgetFormer(known.path, ports)
  await dropFromPool(ports.stateDir, known.path)
  await writeLaneRecord(ports.stateDir, record)
  // The folder around it may have been removed with it.
  if (order.worktree !== undefined) await hiddenPlace(ports.repoRoot, order.worktree)
  const add = ['worktree', 'add', '--quiet', '--no-checkout', '--', known.path, known.branch]
  await gitOk(ports.repoRoot, add)
  if (dirname(known.path) !== (await realpath(lanesDir(ports.stateDir)))) await markAsLane(known.path)
  return { record, empty: true }
}

/** Makes room at `path`, by removing only git's own traces of a worktree of ours that has no files. */
async function clearRemains(path: string, known: LaneRecord | null, ports: LanePorts): Promise<void> {
  const names = await readdir(path).catch(ifMissing(null))
  const bare = names === null || names.length === 0 || (names.length === 1 && names[0] === '.git')
  if (!bare || (known === null && names !== null && names.length > 0)) {
    throw new UserError('lane-path-taken', `${path} is in the way: the harness did not make it.`, {
      next: `Move it elsewhere, then: harness resume`,
    })
  }
  const registered = known === null ? null : await worktreeAt(path, ports)
  if (names !== null) {
    const pointer = join(path, '.git')
    if (names.length === 1 && (await lstat(pointer)).isFile()) await rm(pointer)
    await rmdir(path)
  }
  if (registered === null) return
  if (registered.locked !== null) await gitOk(ports.repoRoot, ['worktree', 'unlock', '--', path])
  await gitOk(ports.repoRoot, ['worktree', 'remove', '--', path])
}

async function worktreeAt(path: string, ports: LanePorts): Promise<Worktree | null> {
  return (await worktrees(ports.repoRoot)).find((worktree) => worktree.path === path) ?? null
}

async function tipsOf(repoRoot: string, refs: readonly string[]): Promise<readonly (Tip | undefined)[]> {
  const dirs = gitDirsAt(repoRoot)
  const filed = refs.map((ref) => tipInFiles(dirs, ref))
  if (filed.every((tip) => tip !== undefined)) return filed.map((tip) => tip ?? undefined)
  const format = '--format=%(refname) %(objectname) %(tree)'
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', format, '--', ...refs])
  const tips = new Map(
    stdout.split('\n').map((line) => {
      const [ref = '', commit = '', tree = ''] = line.split(' ')
      return [ref, { commit: asCommitHash(commit), tree: asTreeHash(tree) }]
    }),
  )
  return refs.map((ref) => tips.get(ref))
}

/** Null if there is no such ref, undefined if only git can tell. */
function tipInFiles(dirs: GitDirs, ref: string): Tip | null | undefined {
  const commit = refInFiles(dirs, ref)
  if (commit === null || commit === undefined) return commit
  const tree = commitInFiles(dirs, commit)?.tree
  return tree === undefined ? undefined : { commit, tree }
}

/** Without a main worktree, a bare repository's worktrees have a state directory each. */
async function madeElsewhere(branch: string, { repoRoot }: LanePorts): Promise<UserError | null> {
  const there = (await worktrees(repoRoot)).find((worktree) => worktree.branch === branch)
  if (there === undefined || !isLane(there.path)) return null
  return new UserError('lane-taken', `${branch} is the lane of a run in another worktree: ${there.path}.`, {
    next: `Resume that run in its own worktree: harness --repo '${there.path}' runs`,
  })
}

const branchExists = (branch: string): UserError =>
  new UserError('branch-exists', `There is already a branch ${branch} that the harness did not make.`, {
    next: `Rename or remove it, for example: git branch -m ${branch} ${branch}-old; then: harness resume`,
  })

const laneTaken = (known: LaneRecord): UserError =>
  new UserError('lane-taken', `The lane ${known.lane} is in use for the branch ${known.branch}.`, {
    next: 'Give the plan another file name, or close that lane first.',
  })
