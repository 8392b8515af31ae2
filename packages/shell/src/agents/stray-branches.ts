/**
 * Finds branches outside the lane that an agent put its own commits on. Others work on the same repository, so only
 * a branch whose new tip was made in this lane, as the log of the lane's HEAD shows, is laid to the agent.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/ids'
import { gitOk } from '../git/git.ts'
import { gitDirsAt } from '../git/git-dirs.ts'
import { updateRef } from '../git/refs.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'

type Lane = Pick<LaneRecord, 'path' | 'branch'>

export type BranchTips = ReadonlyMap<string, CommitHash>

export async function branchTips(repository: string): Promise<BranchTips> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/']
  const { stdout } = await gitOk(repository, args)
  return new Map(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const blank = line.indexOf(' ')
        return [line.slice(blank + 1 + 'refs/heads/'.length), asCommitHash(line.slice(0, blank))]
      }),
  )
}

export interface StrayBranches {
  /** Branches of others that the agent moved and that are where they were again. */
  readonly putBack: readonly string[]
  /** New branches with the agent's commits on them; they are left, for nobody knows what they are for. */
  readonly made: readonly string[]
}

export async function undoStrayBranches(lane: Lane, before: BranchTips): Promise<StrayBranches> {
  const putBack: string[] = []
  const made: string[] = []
  const moved = [...(await branchTips(lane.path))].filter(
    ([branch, tip]) => branch !== lane.branch && before.get(branch) !== tip,
  )
  if (moved.length === 0) return { putBack, made }

  const madeHere = await commitsMadeIn(lane, before)
  for (const [branch, tip] of moved) {
    if (!madeHere.has(tip)) continue
    const old = before.get(branch)
    if (old === undefined) made.push(branch)
    else if ((await updateRef(lane.path, `refs/heads/${branch}`, old, tip)).updated) putBack.push(branch)
  }
  return { putBack, made }
}

/** Commits that the lane's HEAD has been at and that no branch led to before. */
async function commitsMadeIn(lane: Lane, before: BranchTips): Promise<ReadonlySet<string>> {
  const log = await readFile(join(gitDirsAt(lane.path).gitDir, 'logs', 'HEAD'), 'utf8').catch(() => '')
  const visited = [...new Set(log.split('\n').flatMap((line) => line.split(' ')[1] ?? []))]
  const revisions = [...visited, ...[...before.values()].map((tip) => `^${tip}`)].join('\n')
  const { stdout } = await gitOk(lane.path, ['rev-list', '--stdin', '--ignore-missing'], {
    stdin: `${revisions}\n`,
  })
  const unknown = new Set(stdout.split('\n'))
  return new Set(visited.filter((commit) => unknown.has(commit)))
}
