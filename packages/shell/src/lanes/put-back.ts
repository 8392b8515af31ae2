/**
 * Puts a lane back to a commit of its branch, after keeping whatever differs: changed and untracked files as a patch in
 * the run's folder, commits under a ref of ours. Safe to repeat: a lane that is already there is left alone, and what an
 * interrupted attempt did not yet keep is still in the lane.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import { makeDir } from '../disk/durable-dir.ts'
import { durableReplace } from '../disk/durable-write.ts'
import { changedFiles, diffPatch } from '../git/changes.ts'
import { gitOk } from '../git/git.ts'
import { updateRef } from '../git/refs.ts'
import { status } from '../git/status.ts'
import { clearIndexFlags } from './index-flags.ts'
import { laneHead } from './lane-head.ts'
import type { LaneRecord } from './lane-record.ts'
import { clearStaleLock } from './stale-lock.ts'

export interface PutBack {
  /** What differed, sorted. */
  readonly files: readonly string[]
  /** Where it was kept; null where nothing differed. */
  readonly patch: string | null
}

/** `purpose` names the patch, such as a command's id. */
export async function putBack(
  record: Pick<LaneRecord, 'path' | 'branch'>,
  commit: CommitHash,
  runDir: string,
  purpose: string,
): Promise<PutBack> {
  const { path, branch } = record
  await clearStaleLock(path)
  await clearIndexFlags(path)
  const patch = await diffPatch(path, commit)
  const head = await laneHead(path)
  const files = await differingFiles(path, commit, head.commit)
  const kept = patch.length === 0 ? null : await keepPatch(patch, runDir, purpose)
  if (head.commit !== null && head.commit !== commit) await keepCommit(path, branch, head.commit)
  if (head.branch !== branch) await gitOk(path, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
  await gitOk(path, ['reset', '--hard', '--quiet', commit])
  await gitOk(path, ['clean', '-fd', '--quiet'])
  await refuseRest(path)
  return { files, patch: kept }
}

async function differingFiles(
  path: string,
  commit: CommitHash,
  head: CommitHash | null,
): Promise<readonly string[]> {
  const committed = head === null || head === commit ? [] : await changedFiles(path, commit, head)
  return [...new Set([...committed, ...(await status(path)).map((entry) => entry.path)])].sort()
}

/** The name tells the content: keeping the same thing again is keeping it once, and nothing kept is ever replaced. */
async function keepPatch(patch: Buffer, runDir: string, purpose: string): Promise<string> {
  const folder = join(runDir, 'set-aside')
  const digest = createHash('sha256').update(patch).digest('hex').slice(0, 12)
  const file = join(folder, `${purpose.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-120)}-${digest}.patch`)
  await makeDir(folder)
  await durableReplace(file, patch)
  return file
}

async function keepCommit(path: string, branch: string, commit: CommitHash): Promise<void> {
  await updateRef(path, `refs/harness/set-aside/${branch}/${commit}`, commit, null)
}

/** What git will not remove by itself (a repository inside the lane) is somebody's work: it stays, and we stop. */
async function refuseRest(path: string): Promise<void> {
  const rest = await status(path)
  if (rest.length === 0) return
  throw new UserError(
    'lane-changed',
    `The lane in ${path} cannot be put back: ${rest
      .slice(0, 5)
      .map((entry) => entry.path)
      .join(', ')}`,
    { next: 'Move that out of the lane, then: harness resume' },
  )
}
