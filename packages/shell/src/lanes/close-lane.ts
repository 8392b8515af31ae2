/**
 * CloseLane: removes a lane's worktree and branch, each only with proof that the harness made it, that its work is in
 * the base branch and that nothing else lies or lives there; whatever cannot be proven is kept, and the event says why.
 * Never forces. Safe to repeat: each step looks at what is still there, and the record goes last.
 */
import { existsSync } from 'node:fs'
import type { CloseLane } from '@harness/core/command'
import type { CommandFailed, LaneClosed } from '@harness/core/event'
import type { CommitHash } from '@harness/core/ids'
import type { Attempt } from '../adapters.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { isAncestor, treeOf } from '../git/commits.ts'
import { git } from '../git/git.ts'
import { mergeTreeWrite } from '../git/merge-tree.ts'
import { deleteRef, readRef, updateRef } from '../git/refs.ts'
import { status } from '../git/status.ts'
import { worktrees } from '../git/worktrees.ts'
import { withLock } from '../lease/with-lock.ts'
import { clearIndexFlags } from './index-flags.ts'
import { runLaneCommand } from './lane-command.ts'
import { laneHead } from './lane-head.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, lanesDir, readLaneRecord, removeLaneRecord } from './lane-record.ts'
import { livingProcesses } from './living-processes.ts'

const lockWaitMs = 5 * 60_000

export const closeLane = (
  command: CloseLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneClosed | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const why = await close(command, attempt.signal, ports)
    const kept = why === null ? null : ports.sanitise(why)
    return { type: 'LaneClosed', at: ports.clock.now(), commandId: command.id, kept }
  })

/** Null where all is gone, otherwise why it was kept. */
async function close(command: CloseLane, signal: AbortSignal, ports: LanePorts): Promise<string | null> {
  const { repoRoot, stateDir } = ports
  const record = await readLaneRecord(stateDir, command.lane)
  const tip = await readRef(repoRoot, `refs/heads/${command.branch}`)
  if (record === null) return tip === null ? null : `the harness has no record of making ${command.branch}`
  if (record.branch !== command.branch) return `the lane belongs to the branch ${record.branch}`

  const isThere = existsSync(record.path)
  if (isThere) {
    const trouble = await tearDown(record, signal, ports)
    if (trouble !== null) return trouble
  }
  const unmerged = tip === null ? null : await whyUnmerged(repoRoot, tip, command)
  if (unmerged !== null) return unmerged
  if (isThere) {
    const inUse = await whyInUse(record)
    if (inUse !== null) return inUse
  }
  signal.throwIfAborted()
  if (tip !== null) await backUp(repoRoot, command.branch, tip)
  const refused = await withLock(lanesDir(stateDir), () => removeWorktree(record, repoRoot), {
    waitMs: lockWaitMs,
    signal,
  })
  if (refused !== null) return refused
  if (tip !== null) {
    const deleted = await deleteRef(repoRoot, `refs/heads/${command.branch}`, tip)
    if (!deleted.updated && deleted.actual !== null) return `the branch ${command.branch} has just moved`
  }
  await removeLaneRecord(stateDir, command.lane)
  return null
}

async function tearDown(record: LaneRecord, signal: AbortSignal, ports: LanePorts): Promise<string | null> {
  for (const line of ports.lanes.teardown) {
    const trouble = await runLaneCommand(line, record, signal, ports)
    if (trouble !== null) return `tearing the lane down failed: ${trouble}`
  }
  return null
}

/** Merged as a commit, or every change of it is in the base branch already. */
async function whyUnmerged(repoRoot: string, tip: CommitHash, command: CloseLane): Promise<string | null> {
  const base = await readRef(repoRoot, `refs/heads/${command.baseBranch}`)
  if (base === null) return `there is no branch ${command.baseBranch} that the work could be in`
  if (await isAncestor(repoRoot, tip, base)) return null
  const merged = await mergeTreeWrite(repoRoot, base, tip)
  const adds = !merged.clean || merged.tree !== (await treeOf(repoRoot, base))
  return adds ? `${command.branch} has work that is not in ${command.baseBranch}` : null
}

async function whyInUse(record: LaneRecord): Promise<string | null> {
  const head = await laneHead(record.path)
  if (head.branch !== record.branch)
    return `the lane is on ${head.branch ?? 'no branch'}, not on ${record.branch}`
  await clearIndexFlags(record.path)
  const files = (await status(record.path)).map((entry) => entry.path)
  if (files.length > 0) return `the lane has changes that are not committed: ${files.slice(0, 5).join(', ')}`
  const living = await livingProcesses(record.path)
  if (living === null) return 'it cannot be told whether a process still works in the lane'
  return living.length === 0 ? null : `process ${living.join(', ')} still works in the lane`
}

/** So that a mistake of ours can be undone: `git branch <name> refs/harness/backup/<name>`. */
async function backUp(repoRoot: string, branch: string, tip: CommitHash): Promise<void> {
  const ref = `refs/harness/backup/${branch}`
  await updateRef(repoRoot, ref, tip, await readRef(repoRoot, ref))
}

/** Git looks again whether the worktree is clean, and refuses where it is not. */
async function removeWorktree(record: LaneRecord, repoRoot: string): Promise<string | null> {
  if (!(await worktrees(repoRoot)).some((worktree) => worktree.path === record.path)) {
    return existsSync(record.path) ? `git does not know ${record.path} as a worktree` : null
  }
  const removed = await git(repoRoot, ['worktree', 'remove', '--', record.path])
  return removed.exitCode === 0 ? null : `git would not remove the worktree: ${removed.stderr.trim()}`
}
