/**
 * Puts a lane back to a commit of its branch, after keeping whatever differs: changed and untracked files as a patch in
 * the run's folder, repositories inside it as they are, commits under a ref of ours. Safe to repeat: what an interrupted
 * attempt did not yet keep is still in the lane. If the lane is the checkout itself, a person's work there is refused.
 */
import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { pathInside } from '../../machine/disk/resolve-inside.ts'
import { changedFiles } from '../../machine/git/changes.ts'
import { isAncestor } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { attachHead } from '../../machine/git/move-head.ts'
import { updateRef } from '../../machine/git/refs.ts'
import { fullStatus, status } from '../../machine/git/status.ts'
import { gitlinksOf } from '../../machine/git/submodules.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { requireOwnWork } from './checkout-work.ts'
import { clearPlants } from './clear-plants.ts'
import { cannotPutBack, keepLanePatch } from './keep-lane-patch.ts'
import { type Keeping, plainName } from './keep-patch.ts'
import { setAsideRef } from './kept-refs.ts'
import { harnessHead, type LaneHead, laneHead } from './lane-head.ts'
import type { LaneRecord } from './lane-record.ts'
import { layRepository } from './lay-repository.ts'
import { type KeptSubmodule, putBackSubmodules } from './put-back-submodules.ts'
import { clearStaleLock } from './stale-lock.ts'

export interface PutBack {
  /** What differed, sorted. */
  readonly files: readonly string[]
  /** Its path; null if nothing differed. */
  readonly patch: string | null
  /** Names of what keeps the commits that went beyond. */
  readonly refs: readonly string[]
  /** Known secrets were in what differed. The patch has none, the commits may. */
  readonly redacted: boolean
  /** What was in submodules beside what the commit names. */
  readonly submodules: readonly KeptSubmodule[]
  /** What git ignores there, if nothing had to be put back; null if that was not looked at. */
  readonly ignored: readonly string[] | null
}

/** What a person should hear who may have worked in the lane. */
export const putBackNotes = (aside: PutBack): readonly string[] => {
  const { files, patch, refs, submodules } = aside
  const kept = [...(patch === null ? [] : [`changes in ${patch}`]), ...refs.map((ref) => `commits as ${ref}`)]
  const what = files.length === 0 ? 'commits' : `work on ${namedFew(files)}`
  const main = `the lane held ${what} beside the finished steps of this run; the lane was put back, and kept are: ${kept.join(', ')}`
  return [...(kept.length === 0 ? [] : [main]), ...secretNotes(aside), ...submodules.map(submoduleNote)]
}

/** A ref goes wherever all refs are pushed to. */
export const secretNotes = ({ refs, redacted }: PutBack): readonly string[] =>
  (redacted ? refs : []).map(
    (ref) =>
      `the commits kept as ${ref} hold a known secret; when you do not need them: git update-ref -d ${ref}`,
  )

const submoduleNote = ({ path, kept }: KeptSubmodule): string =>
  `the submodule ${path} held work that is in no commit this repository names; it was put back, and kept is: ${kept}`

/**
 * `purpose` names the patch, such as a command's id. `before` is called if there is something to put back. The lane's own
 * repository is written again in any case.
 */
export async function putBack(
  record: Pick<LaneRecord, 'path' | 'branch'>,
  commit: CommitHash,
  ports: Keeping,
  purpose: string,
  before: () => Promise<void> = async () => {},
): Promise<PutBack> {
  const { path, branch } = record
  await clearStaleLock(path)
  const [head, known] = [await laneHead(path), await harnessHead(path)]
  const links = await gitlinksOf(path, commit)
  await clearPlants(path, links)
  const isHome = [head, known].every((it) => it.branch === branch && it.commit === commit)
  const first = isHome ? await putBackSubmodules(path, links, ports, purpose) : []
  const { changed, ignored } = await fullStatus(path)
  if (isHome && changed.length === 0) {
    await layRepository(path)
    return { files: pathsOf(first), patch: null, refs: [], redacted: false, submodules: first, ignored }
  }
  await requireOwnWork(
    path,
    changed.map((entry) => entry.path),
  )
  await before()
  const beyond = await commitsBeyond(path, commit, head, known)
  const files = new Set(changed.map((entry) => entry.path))
  for (const other of beyond) for (const file of await changedFiles(path, commit, other)) files.add(file)
  const kept = await keepLanePatch(path, commit, ports, purpose)
  const refs: string[] = []
  for (const other of beyond) refs.push(await keepCommit(path, branch, other))
  if (known.branch !== branch) await attachHead(path, branch)
  await gitOk(path, ['reset', '--hard', '--quiet', commit])
  await gitOk(path, ['clean', '-fd', '--quiet'])
  const after = await putBackSubmodules(path, await gitlinksOf(path, commit), ports, purpose)
  await moveNested(path, ports.runDir, purpose)
  await layRepository(path)
  const submodules = [...first, ...after]
  return {
    files: [...new Set([...files, ...pathsOf(submodules)])].sort(),
    patch: kept?.file ?? null,
    refs,
    redacted: kept?.redacted ?? false,
    submodules,
    ignored: null,
  }
}

/** What the harness and what the agent, or a person, have beside `commit`; the latter mostly holds the former. */
async function commitsBeyond(
  path: string,
  commit: CommitHash,
  head: LaneHead,
  known: LaneHead,
): Promise<readonly CommitHash[]> {
  const own = head.commit === commit ? null : head.commit
  const ours = known.commit === commit || known.commit === own ? null : known.commit
  const isHeld = own !== null && ours !== null && (await isAncestor(path, ours, own))
  return [isHeld ? null : ours, own].filter((it) => it !== null)
}

const pathsOf = (submodules: readonly KeptSubmodule[]): readonly string[] =>
  submodules.map(({ path }) => path)

async function keepCommit(path: string, branch: string, commit: CommitHash): Promise<string> {
  const ref = setAsideRef(branch, commit)
  await updateRef(path, ref, commit, null)
  return ref
}

/** Git leaves a repository inside the lane alone, for its history would be lost: it moves to where the patch is. */
async function moveNested(path: string, runDir: string, purpose: string): Promise<void> {
  const left = await status(path)
  const nested = left.filter((entry) => entry.path.endsWith('/'))
  for (const { path: inside } of nested) {
    const folder = join(runDir, 'set-aside', `${plainName(purpose)}-${randomUUID()}`)
    await makeDir(folder)
    await rename(await pathInside(path, inside), join(folder, basename(inside)))
  }
  const rest = nested.length === 0 ? left : await status(path)
  if (rest.length > 0)
    throw cannotPutBack(
      path,
      rest.map((entry) => entry.path),
    )
}
