/**
 * Turns what an agent left in its lane into exactly one commit on the lane's branch. Whatever commits the agent made
 * itself are folded into it: what was asked for is a change to a tree, and its history is the harness's to write.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandId, CommitHash, TreeHash } from '@harness/core/kernel/ids'
import type { ChangedEntry } from '../../../machine/git/changes.ts'
import { commitStaged, stageForCommit } from '../../../machine/git/commit-all.ts'
import { isAncestor, treeOf } from '../../../machine/git/commits.ts'
import { gitOk } from '../../../machine/git/git.ts'
import type { Identity } from '../../../machine/git/identity.ts'
import { isInPlace } from '../../../machine/git/lane-dirs.ts'
import { shownPath } from '../../../machine/git/path-text.ts'
import { gitlinksOf } from '../../../machine/git/submodules.ts'
import { clearPlants } from '../../lanes/clear-plants.ts'
import { commandTrailer } from '../../lanes/command-trailer.ts'
import { laneHead } from '../../lanes/lane-head.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import { layRepository } from '../../lanes/lay-repository.ts'
import { nestedNotes } from '../guard/nested-repositories.ts'
import { whyUnfit } from '../guard/unfit-entries.ts'

type Lane = Pick<LaneRecord, 'path' | 'branch'>

export interface Work {
  readonly startCommit: CommitHash
  readonly message: string
  /** Goes into the commit, so that it can be found by the command that made it. */
  readonly commandId: CommandId
  readonly at: number
  readonly identity: Identity | undefined
  /** Looks at what is staged before it gets into any commit; null if nothing is wrong with it. */
  refuse(changedFiles: readonly string[], staged: readonly ChangedEntry[]): Promise<string | null>
}

export type CommittedWork =
  | {
      readonly ok: true
      /** The start commit if nothing was changed. */
      readonly commit: CommitHash
      readonly tree: TreeHash
      readonly changedFiles: readonly string[]
      readonly foldedCommits: number
      /** What a person should hear of. */
      readonly notes: readonly string[]
    }
  | { readonly ok: false; readonly problem: string }

/** Refuses, and commits nothing, if the tree does not go back to the commit that the agent began with, or must not be kept. */
export async function commitWork(lane: Lane, work: Work): Promise<CommittedWork> {
  const { path, branch } = lane
  const { startCommit } = work
  const head = await laneHead(path)
  if (head.branch !== branch && !(await continues(path, startCommit, head.commit))) {
    const place = head.branch === null ? `commit ${head.commit}` : `branch ${head.branch}`
    return { ok: false, problem: `the agent left its branch ${branch} and ended on ${place}` }
  }
  if (isSparse(path))
    return {
      ok: false,
      problem: 'the agent made its lane sparse, so that files it left out would count as deleted',
    }
  const foldedCommits = head.commit === null ? 0 : await countCommits(path, startCommit, head.commit)
  const trailers = [commandTrailer(work.commandId)]
  await clearPlants(path, await gitlinksOf(path, startCommit))
  const { staged, nested } = await stageForCommit(path)
  const notes = nestedNotes(path, nested)
  const changedFiles = staged.map((entry) => shownPath(entry.path))
  const problem = (await work.refuse(changedFiles, staged)) ?? (await whyUnfit(path, staged))
  if (problem !== null) return { ok: false, problem }
  const commit = staged.length === 0 ? startCommit : await commitStaged(path, work.message, trailers, work)
  await layRepository(path)
  return {
    ok: true,
    commit,
    tree: await treeOf(path, commit),
    changedFiles,
    foldedCommits,
    notes,
  }
}

/** By a list of what to leave out, in the agent's own repository. */
const isSparse = (path: string): boolean =>
  !isInPlace(path) && existsSync(join(path, '.git/info/sparse-checkout'))

const continues = async (cwd: string, from: CommitHash, to: CommitHash | null): Promise<boolean> =>
  to !== null && (await isAncestor(cwd, from, to))

async function countCommits(cwd: string, from: CommitHash, to: CommitHash): Promise<number> {
  if (from === to) return 0
  const { stdout } = await gitOk(cwd, ['rev-list', '--count', '--end-of-options', `${from}..${to}`])
  return Number(stdout)
}
