/**
 * Puts a lane back to a commit of its branch, after keeping whatever differs: changed and untracked files as a patch in
 * the run's folder, repositories inside it as they are, commits under a ref of ours. Safe to repeat: a lane that is already there is left alone, and what an
 * interrupted attempt did not yet keep is still in the lane.
 */
import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { pathInside } from '../../machine/disk/resolve-inside.ts'
import { changedFiles } from '../../machine/git/changes.ts'
import { gitOk } from '../../machine/git/git.ts'
import { updateRef } from '../../machine/git/refs.ts'
import { cleanHead, status } from '../../machine/git/status.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { clearIndexFlags } from './index-flags.ts'
import { cannotPutBack, keepLanePatch } from './keep-lane-patch.ts'
import { type Keeping, plainName } from './keep-patch.ts'
import { laneHead } from './lane-head.ts'
import type { LaneRecord } from './lane-record.ts'
import { type KeptSubmodule, putBackSubmodules } from './put-back-submodules.ts'
import { clearStaleLock } from './stale-lock.ts'

export interface PutBack {
  /** What differed, sorted. */
  readonly files: readonly string[]
  /** Its path; null if nothing differed. */
  readonly patch: string | null
  /** Names the commits that went beyond; null if there were none. */
  readonly ref: string | null
  /** Known secrets were in what differed. The patch has none, the commits may. */
  readonly redacted: boolean
  /** What was in submodules beside what the commit names. */
  readonly submodules: readonly KeptSubmodule[]
}

/** What a person should hear who may have worked in the lane. */
export const putBackNotes = (aside: PutBack): readonly string[] => {
  const { files, patch, ref, submodules } = aside
  const kept = [
    ...(patch === null ? [] : [`changes in ${patch}`]),
    ...(ref === null ? [] : [`commits as ${ref}`]),
  ]
  const what = files.length === 0 ? 'commits' : `work on ${namedFew(files)}`
  const main = `the lane held ${what} beside the finished steps of this run; the lane was put back, and kept are: ${kept.join(', ')}`
  return [...(kept.length === 0 ? [] : [main]), ...secretNotes(aside), ...submodules.map(submoduleNote)]
}

/** A ref goes wherever all refs are pushed to. */
export const secretNotes = ({ ref, redacted }: PutBack): readonly string[] =>
  ref !== null && redacted
    ? [`the commits kept as ${ref} hold a known secret; when you do not need them: git update-ref -d ${ref}`]
    : []

const submoduleNote = ({ path, kept }: KeptSubmodule): string =>
  `the submodule ${path} held work that is in no commit this repository names; it was put back, and kept is: ${kept}`

/** `purpose` names the patch, such as a command's id. */
export async function putBack(
  record: Pick<LaneRecord, 'path' | 'branch'>,
  commit: CommitHash,
  ports: Keeping,
  purpose: string,
): Promise<PutBack> {
  const { path, branch } = record
  await clearStaleLock(path)
  const links = await clearIndexFlags(path)
  const isSettled = links.length === 0 || (await laneHead(path)).commit !== commit
  const before = isSettled ? [] : await putBackSubmodules(path, links, ports, purpose)
  const clean = await cleanHead(path)
  if (clean?.branch === branch && clean.commit === commit)
    return { files: pathsOf(before), patch: null, ref: null, redacted: false, submodules: before }
  const head = await laneHead(path)
  const files = await differingFiles(path, commit, head.commit)
  const kept = await keepLanePatch(path, commit, ports, purpose)
  const beyond = head.commit === null || head.commit === commit ? null : head.commit
  const ref = beyond === null ? null : await keepCommit(path, branch, beyond)
  if (head.branch !== branch) await gitOk(path, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
  await gitOk(path, ['reset', '--hard', '--quiet', commit])
  await gitOk(path, ['clean', '-fd', '--quiet'])
  await moveNested(path, ports.runDir, purpose)
  const after = await putBackSubmodules(path, await clearIndexFlags(path), ports, purpose)
  await refuseRest(path)
  const submodules = [...before, ...after]
  return {
    files: [...new Set([...files, ...pathsOf(submodules)])].sort(),
    patch: kept?.file ?? null,
    ref,
    redacted: kept?.redacted ?? false,
    submodules,
  }
}

const pathsOf = (submodules: readonly KeptSubmodule[]): readonly string[] =>
  submodules.map(({ path }) => path)

async function differingFiles(
  path: string,
  commit: CommitHash,
  head: CommitHash | null,
): Promise<readonly string[]> {
  const committed = head === null || head === commit ? [] : await changedFiles(path, commit, head)
  return [...new Set([...committed, ...(await status(path)).map((entry) => entry.path)])].sort()
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
  throw cannotPutBack(
    path,
    rest.map((entry) => entry.path),
  )
}
