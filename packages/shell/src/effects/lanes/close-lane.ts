/**
 * CloseLane: removes a lane's branch, and removes its folder or keeps it warm for the next lane; each only with proof that the
 * harness made it, that its work is in the base branch and that nothing else is or lives there. Whatever cannot be proven
 * is kept, and the event says why. Safe to repeat: each step looks at what is still there, and the record goes last; until
 * then the folder belongs to this lane.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CloseLane, LaneClosed } from '@harness/core/effects/close-lane'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CommitHash } from '@harness/core/kernel/ids'
import { isAncestor, treeOf } from '../../machine/git/commits.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { mergeTreeWrite } from '../../machine/git/merge-tree.ts'
import { detachHead } from '../../machine/git/move-head.ts'
import { deleteRef, readRef, updateRef } from '../../machine/git/refs.ts'
import { status } from '../../machine/git/status.ts'
import { gitlinksOf } from '../../machine/git/submodules.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { ownBranches } from './base-source.ts'
import { keepOwnCommits } from './keep-own-commits.ts'
import { backupRef, dropNeedlessRefs } from './kept-refs.ts'
import { runLaneCommand } from './lane-command.ts'
import { harnessHead, laneHead } from './lane-head.ts'
import { addToPool, dropFromPool, isInPool, warmLanes } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { isLaneThere, type LaneRecord, readLaneRecord, removeLaneRecord } from './lane-record.ts'
import { dropOwnRepository, layRepository } from './lay-repository.ts'
import { livingProcesses } from './living-processes.ts'
import { unlinkPlace } from './named-folder.ts'
import { lockWaitMs } from './open-lane.ts'
import { releasePorts } from './port-lease.ts'
import { removeLane } from './registered-lane.ts'

export const closeLane = (
  command: CloseLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneClosed | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const why = await close(command, attempt.signal, ports)
    const kept = why === null ? null : ports.sanitise(why)
    const { id, keepsBranch } = command
    return {
      type: 'LaneClosed',
      at: ports.clock.now(),
      commandId: id,
      kept,
      ...(keepsBranch === undefined ? {} : { keepsBranch }),
    }
  })

/** Null if all is gone, otherwise why it was kept. */
async function close(command: CloseLane, signal: AbortSignal, ports: LanePorts): Promise<string | null> {
  const { repoRoot, stateDir } = ports
  const record = await readLaneRecord(stateDir, command.lane)
  const tip = await readRef(repoRoot, `refs/heads/${command.branch}`)
  const keepsBranch = command.keepsBranch === true
  if (record === null)
    return tip === null || keepsBranch ? null : `the harness has no record of making ${command.branch}`
  if (isInPlace(record.path)) {
    await removeLaneRecord(stateDir, command.lane)
    await releasePorts(command.lane, ports)
    return null
  }
  if (record.branch !== command.branch) return `the lane belongs to the branch ${record.branch}`

  const isThere = existsSync(record.path)
  if (isThere) {
    const trouble = await tearDown(record, signal, ports)
    if (trouble !== null) return trouble
  }
  const found = tip === null || keepsBranch ? null : await workIn(tip, command, ports)
  if (found?.type === 'unmerged') return found.why
  signal.throwIfAborted()
  const refused = await withLock(lanesDir(stateDir), () => keepOrRemove(record, tip, ports), {
    waitMs: lockWaitMs,
    signal,
  })
  if (refused !== null) return refused
  if (tip !== null && !keepsBranch) {
    if (found?.type !== 'reached') await backUp(repoRoot, command.branch, tip)
    const deleted = await deleteRef(repoRoot, `refs/heads/${command.branch}`, tip)
    if (!deleted.updated && deleted.actual !== null) return `the branch ${command.branch} has just moved`
  }
  if (!keepsBranch) await dropNeedlessRefs(repoRoot, command.branch, command.baseBranch)
  await removeLaneRecord(stateDir, command.lane)
  await releasePorts(command.lane, ports)
  return null
}

async function tearDown(record: LaneRecord, signal: AbortSignal, ports: LanePorts): Promise<string | null> {
  for (const line of ports.lanes.teardown) {
    const trouble = await runLaneCommand(line, record, signal, ports)
    if (trouble !== null) return `tearing the lane down failed: ${trouble.says}`
  }
  return null
}

type WorkFound =
  /** The base branch of this repository leads to it, and would keep it whatever we do. */
  | { readonly type: 'reached' }
  | { readonly type: 'merged' }
  | { readonly type: 'unmerged'; readonly why: string }

/** Merged as a commit, or every change of it is in the base branch already. */
async function workIn(
  tip: CommitHash,
  { branch, baseBranch }: CloseLane,
  { repoRoot, base: source = ownBranches }: LanePorts,
): Promise<WorkFound> {
  const ref = source.baseRef(baseBranch)
  const base = await readRef(repoRoot, ref)
  if (base === null)
    return { type: 'unmerged', why: `there is no branch ${baseBranch} that the work could be in` }
  if (await isAncestor(repoRoot, tip, base))
    return { type: ref === ownBranches.baseRef(baseBranch) ? 'reached' : 'merged' }
  const merged = await mergeTreeWrite(repoRoot, base, tip)
  return merged.clean && merged.tree === (await treeOf(repoRoot, base))
    ? { type: 'merged' }
    : { type: 'unmerged', why: `${branch} has work that is not in ${baseBranch}` }
}

/** Its own HEAD counts too: a commit that a person made there may be nowhere else. */
async function whyInUse(
  { path, branch }: LaneRecord,
  tip: CommitHash | null,
  { stateDir }: LanePorts,
): Promise<string | null> {
  const head = await laneHead(path)
  const isBeingKept = head.branch === null && isInPool(stateDir, path)
  if (head.branch !== branch && !isBeingKept)
    return `the lane is on ${head.branch ?? 'no branch'}, not on ${branch}`
  if (tip !== null && head.commit !== tip)
    return `the lane has commits that are not on ${branch}: ${head.commit}`
  const files = (await status(path)).map((entry) => entry.path)
  if (files.length > 0) return `the lane has changes that are not committed: ${files.slice(0, 5).join(', ')}`
  const living = await livingProcesses(path)
  if (living === null) return 'it cannot be told whether a process still works in the lane'
  return living.length === 0 ? null : `process ${living.join(', ')} still works in the lane`
}

/** Its commits may be nowhere else, and a mistake of ours could not be undone: `git branch <name> refs/harness/backup/<name>`. */
async function backUp(repoRoot: string, branch: string, tip: CommitHash): Promise<void> {
  const ref = backupRef(branch)
  await updateRef(repoRoot, ref, tip, await readRef(repoRoot, ref))
}

/** Null if the lane is gone or in the pool, otherwise why it is neither. */
async function keepOrRemove(
  record: LaneRecord,
  tip: CommitHash | null,
  ports: LanePorts,
): Promise<string | null> {
  const { repoRoot, stateDir } = ports
  const { path, place } = record
  if (existsSync(path)) {
    if (!isLaneThere(record)) return `${path} is no lane of this repository any more`
    const inUse = await whyInUse(record, tip, ports)
    if (inUse !== null) return inUse
    await keepOwnCommits(record)
  }
  if (place !== undefined) await unlinkPlace(repoRoot, place, path)
  if (existsSync(path) && (await canBeKept(record, ports))) {
    await addToPool(stateDir, record)
    // No file moves, so that nothing can be half done.
    const { branch, commit } = await harnessHead(path)
    if (branch !== null && commit !== null) await detachHead(path, commit)
    dropOwnRepository(path)
    await layRepository(path)
    return null
  }
  await removeLane(repoRoot, path)
  await dropFromPool(stateDir, path)
  return null
}

async function canBeKept(record: LaneRecord, { repoRoot, stateDir, lanes }: LanePorts): Promise<boolean> {
  if (isInPlace(repoRoot)) return false
  const isLocked = existsSync(join(gitDirsAt(record.path).gitDir, 'locked'))
  if (record.stage !== 'ready' || isLocked || lanes.pool === 0) return false
  // Git does not look into the folder of a submodule.
  const { commit } = await harnessHead(record.path)
  if (commit === null || (await gitlinksOf(record.path, commit)).length > 0) return false
  const others = (await warmLanes(stateDir)).filter(({ path }) => path !== record.path)
  return others.length < lanes.pool
}
