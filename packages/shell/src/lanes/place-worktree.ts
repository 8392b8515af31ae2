/**
 * Makes a lane's branch and worktree, without its files, or finds those that an earlier attempt made. To be called by
 * one process at a time: git loses worktrees that are added together. Safe to repeat after a crash: the record is
 * written before anything is made, so whatever is there is known to be ours, or is left alone.
 */
import { lstat, readdir, realpath, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OpenLane } from '@harness/core/command'
import { asCommitHash, asTreeHash, type CommitHash, type TreeHash } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import { nearestName } from '@harness/formats/nearest-name'
import { mergeBase } from '../git/commits.ts'
import { gitOk } from '../git/git.ts'
import { type Worktree, worktrees } from '../git/worktrees.ts'
import type { LanePorts } from './lane-ports.ts'
import {
  type LaneRecord,
  lanePath,
  lanesDir,
  portsInUse,
  readLaneRecord,
  writeLaneRecord,
} from './lane-record.ts'
import { freePortBlock } from './port-block.ts'

export interface Placed {
  readonly record: LaneRecord
  readonly baseCommit: CommitHash
  readonly commit: CommitHash
  readonly tree: TreeHash
  /** The worktree's files have yet to be written, and nobody can have worked there. */
  readonly empty: boolean
}

interface Tip {
  readonly commit: CommitHash
  readonly tree: TreeHash
}

export async function placeWorktree(command: OpenLane, ports: LanePorts): Promise<Placed> {
  const { repoRoot, stateDir } = ports
  const [base, tip] = await tipsOf(repoRoot, [command.baseBranch, command.branch])
  if (base === undefined) throw await baseBranchMissing(repoRoot, command.baseBranch)
  const known = await readLaneRecord(stateDir, command.lane)
  if (known === null || (known.stage === 'new' && tip === undefined)) {
    if (tip !== undefined) throw branchExists(command.branch)
    return makeNew(command, base, known, ports)
  }
  if (known.branch !== command.branch) throw laneTaken(known)
  if (tip === undefined) return makeAgain(command, base, known, ports)
  if (known.stage === 'new' && tip.commit !== known.baseCommit) throw branchExists(command.branch)
  const baseCommit = (await mergeBase(repoRoot, base.commit, tip.commit)) ?? base.commit
  return { ...(await findOrAdd(known, ports)), baseCommit, ...tip }
}

async function makeNew(
  command: OpenLane,
  base: Tip,
  known: LaneRecord | null,
  ports: LanePorts,
): Promise<Placed> {
  const { stateDir, lanes } = ports
  const path = join(await realpath(lanesDir(stateDir)), basename(lanePath(stateDir, command.lane)))
  await clearRemains(path, known, ports)
  const record: LaneRecord = {
    version: 1,
    lane: command.lane,
    branch: command.branch,
    path,
    baseCommit: base.commit,
    madeBy: command.id,
    ports: await freePortBlock(lanes.portBase, lanes.portsPerLane, await portsInUse(stateDir, command.lane)),
    stage: 'new',
  }
  await writeLaneRecord(stateDir, record)
  const add = ['worktree', 'add', '--quiet', '--no-checkout', '--no-track', '-b', command.branch]
  await gitOk(ports.repoRoot, [...add, '--', path, base.commit])
  return { record, baseCommit: base.commit, ...base, empty: true }
}

/** The record stands, the branch is gone: somebody removed it. Where the worktree is gone too, there is nothing to lose. */
async function makeAgain(command: OpenLane, base: Tip, known: LaneRecord, ports: LanePorts): Promise<Placed> {
  const here = await worktreeAt(known.path, ports)
  if (here === null || here.prunable !== null) return makeNew(command, base, known, ports)
  throw new UserError(
    'lane-changed',
    `The branch ${known.branch} is gone, but its lane in ${known.path} is still there.`,
    { next: `Save what you need from ${known.path}, then: git worktree remove '${known.path}'` },
  )
}

/** Our branch is there; so is the worktree, unless it was removed or never added. */
async function findOrAdd(
  known: LaneRecord,
  ports: LanePorts,
): Promise<{ readonly record: LaneRecord; readonly empty: boolean }> {
  const here = await worktreeAt(known.path, ports)
  if (here !== null && here.prunable === null) {
    if (here.branch === known.branch) return { record: known, empty: false }
    throw new UserError(
      'lane-changed',
      `The lane in ${known.path} should be on ${known.branch}, but is on ${here.branch ?? 'no branch'}.`,
      { next: `Put it back: git -C '${known.path}' switch ${known.branch}; then: harness resume` },
    )
  }
  await clearRemains(known.path, known, ports)
  const record: LaneRecord = { ...known, stage: 'opening' }
  await writeLaneRecord(ports.stateDir, record)
  const add = ['worktree', 'add', '--quiet', '--no-checkout', '--', known.path, known.branch]
  await gitOk(ports.repoRoot, add)
  return { record, empty: true }
}

/** Makes room at `path`, by removing only git's own traces of a worktree of ours that has no files. */
async function clearRemains(path: string, known: LaneRecord | null, ports: LanePorts): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
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

async function tipsOf(repoRoot: string, branches: readonly string[]): Promise<readonly (Tip | undefined)[]> {
  const refs = branches.map((branch) => `refs/heads/${branch}`)
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

/** Names the branches there are, the likeliest first. */
export async function baseBranchMissing(repoRoot: string, wanted: string): Promise<UserError> {
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/'])
  const branches = stdout.split('\n').filter((name) => name !== '')
  const nearest = nearestName(wanted, branches)
  const shown = branches.slice(0, 10).join(', ') + (branches.length > 10 ? ', …' : '')
  return new UserError(
    'base-branch-missing',
    `There is no branch ${wanted} here. Branches: ${shown === '' ? 'none' : shown}.`,
    {
      next: `Set baseBranch in harness.config.json to ${nearest ?? branches[0] ?? 'a branch that exists'}, or create it: git branch ${wanted}`,
    },
  )
}

const branchExists = (branch: string): UserError =>
  new UserError('branch-exists', `There is already a branch ${branch} that the harness did not make.`, {
    next: `Rename or remove it, for example: git branch -m ${branch} ${branch}-old; then: harness resume`,
  })

const laneTaken = (known: LaneRecord): UserError =>
  new UserError('lane-taken', `The lane ${known.lane} is in use for the branch ${known.branch}.`, {
    next: 'Give the plan another file name, or close that lane first.',
  })
