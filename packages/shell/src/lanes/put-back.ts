/**
 * Puts a lane back to a commit of its branch, after keeping whatever differs: changed and untracked files as a patch in
 * the run's folder, repositories inside it as they are, commits under a ref of ours. Safe to repeat: a lane that is already there is left alone, and what an
 * interrupted attempt did not yet keep is still in the lane.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/ids'
import { UserError } from '@harness/core/user-error'
import { makeDir, syncDir } from '../disk/durable-dir.ts'
import { removeFile } from '../disk/remove-file.ts'
import { pathInside } from '../files/resolve-inside.ts'
import { changedFiles, writePatch } from '../git/changes.ts'
import { gitOk } from '../git/git.ts'
import { updateRef } from '../git/refs.ts'
import { cleanHead, status } from '../git/status.ts'
import { namedFew } from '../named-few.ts'
import { redactPatch } from '../redaction/redact-patch.ts'
import { clearIndexFlags } from './index-flags.ts'
import { laneHead } from './lane-head.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { clearStaleLock } from './stale-lock.ts'

export interface PutBack {
  /** What differed, sorted. */
  readonly files: readonly string[]
  /** Where it was kept; null where nothing differed. */
  readonly patch: string | null
  /** Names the commits that went beyond; null where there were none. */
  readonly ref: string | null
}

/** What a person should hear who may have worked in the lane. */
export const putBackNotes = ({ files, patch, ref }: PutBack): readonly string[] => {
  const kept = [
    ...(patch === null ? [] : [`changes in ${patch}`]),
    ...(ref === null ? [] : [`commits as ${ref}`]),
  ]
  const what = files.length === 0 ? 'commits' : `work on ${namedFew(files)}`
  return kept.length === 0
    ? []
    : [
        `the lane held ${what} beside the finished steps of this run; the lane was put back, and kept are: ${kept.join(', ')}`,
      ]
}

type Keeping = Pick<LanePorts, 'runDir' | 'values'>

/** `purpose` names the patch, such as a command's id. */
export async function putBack(
  record: Pick<LaneRecord, 'path' | 'branch'>,
  commit: CommitHash,
  ports: Keeping,
  purpose: string,
): Promise<PutBack> {
  const { path, branch } = record
  await clearStaleLock(path)
  await clearIndexFlags(path)
  const clean = await cleanHead(path)
  if (clean?.branch === branch && clean.commit === commit) return { files: [], patch: null, ref: null }
  const head = await laneHead(path)
  const files = await differingFiles(path, commit, head.commit)
  const kept = await keepPatch(path, commit, ports, purpose)
  const beyond = head.commit === null || head.commit === commit ? null : head.commit
  const ref = beyond === null ? null : await keepCommit(path, branch, beyond)
  if (head.branch !== branch) await gitOk(path, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
  await gitOk(path, ['reset', '--hard', '--quiet', commit])
  await gitOk(path, ['clean', '-fd', '--quiet'])
  await moveNested(path, ports.runDir, purpose)
  await refuseRest(path)
  return { files, patch: kept, ref }
}

async function differingFiles(
  path: string,
  commit: CommitHash,
  head: CommitHash | null,
): Promise<readonly string[]> {
  const committed = head === null || head === commit ? [] : await changedFiles(path, commit, head)
  return [...new Set([...committed, ...(await status(path)).map((entry) => entry.path)])].sort()
}

/**
 * Null where nothing differs. The name tells the content: keeping the same thing again is keeping it once, and nothing
 * kept is ever replaced. The patch may be of any length, so it is never in memory.
 */
async function keepPatch(
  path: string,
  commit: CommitHash,
  { runDir, values }: Keeping,
  purpose: string,
): Promise<string | null> {
  const folder = join(runDir, 'set-aside')
  const whole = join(folder, `.${randomUUID()}.tmp`)
  const redacted = join(folder, `.${randomUUID()}.tmp`)
  await makeDir(folder)
  try {
    if ((await writePatch(whole, path, commit)).bytes === 0) return null
    const kept = (await redactPatch(whole, redacted, values)) ? redacted : whole
    const file = join(folder, `${plainName(purpose)}-${await digestOf(kept)}.patch`)
    await rename(kept, file)
    await syncDir(folder)
    return file
  } finally {
    await removeFile(whole)
    await removeFile(redacted)
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex').slice(0, 12)
}

async function keepCommit(path: string, branch: string, commit: CommitHash): Promise<string> {
  const ref = `refs/harness/set-aside/${branch}/${commit}`
  await updateRef(path, ref, commit, null)
  return ref
}

/** Git leaves a repository inside the lane alone, for its history would be lost: it moves to where the patch is. */
async function moveNested(path: string, runDir: string, purpose: string): Promise<void> {
  const rest = await status(path)
  for (const { path: nested } of rest.filter((entry) => entry.path.endsWith('/'))) {
    const folder = join(runDir, 'set-aside', `${plainName(purpose)}-${randomUUID()}`)
    await makeDir(folder)
    await rename(await pathInside(path, nested), join(folder, basename(nested)))
  }
}

async function refuseRest(path: string): Promise<void> {
  const rest = await status(path)
  if (rest.length === 0) return
  const files = rest.slice(0, 5).map((entry) => entry.path)
  throw new UserError('lane-changed', `The lane in ${path} cannot be put back: ${files.join(', ')}`, {
    next: 'Move that out of the lane, then: harness resume',
  })
}

const plainName = (purpose: string): string => purpose.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-120)
