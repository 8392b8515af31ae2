/**
 * Finds branches and tags outside the lane that an agent changed. Others work on the same repository meanwhile, so a
 * change is undone only where it cannot be theirs:
 * - the new tip was made in this lane, as the log of the lane's HEAD shows;
 * - the branch is checked out elsewhere, and the log of that HEAD knows nothing of the new tip: a person's commit,
 *   merge or reset would be in it, and so would another run's merge;
 * - a ref was deleted, and nothing else leads to its commit: to have it again does no harm.
 * What other lanes do with their branches, and what a run says that it did to a base that is checked out nowhere, is
 * theirs. Anything else that moved cannot be told apart, such as a person's `git update-ref` or `git fetch origin a:a`:
 * it is left and reported, and what it led to before is kept under a ref of ours; so is a stash that is gone. An agent that forges those logs is not found out here.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/ids'
import { git, gitOk } from '../git/git.ts'
import { gitDirsAt } from '../git/git-dirs.ts'
import { updateRef } from '../git/refs.ts'
import { worktrees } from '../git/worktrees.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'

type Lane = Pick<LaneRecord, 'path' | 'branch'>

/** Full names of refs, and what they lead to. */
type RefTips = ReadonlyMap<string, CommitHash>

async function refTips(repository: string): Promise<RefTips> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', heads, 'refs/tags/']
  const { stdout } = await gitOk(repository, args)
  return new Map(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const blank = line.indexOf(' ')
        return [line.slice(blank + 1), asCommitHash(line.slice(0, blank))]
      }),
  )
}

/** How the refs of a repository stand, and how far the logs go that tell who moved them. */
export interface RefSnapshot {
  readonly tips: RefTips
  readonly stashes: readonly string[]
  /** Lines of each log of a HEAD, by its path. */
  readonly logged: ReadonlyMap<string, number>
}

export async function refSnapshot(lane: Lane): Promise<RefSnapshot> {
  const logged = new Map<string, number>()
  for (const log of await otherHeads(lane)) logged.set(log, (await logOf(log)).length)
  return { tips: await refTips(lane.path), stashes: await stashesIn(lane), logged }
}

async function otherHeads(lane: Lane): Promise<readonly string[]> {
  const there = (await worktrees(lane.path)).filter(
    ({ path, bare, prunable }) => !bare && prunable === null && path !== lane.path,
  )
  return there.map(({ path }) => join(gitDirsAt(path).gitDir, 'logs', 'HEAD'))
}

const stashesIn = async (lane: Lane): Promise<readonly string[]> =>
  (await logOf(join(gitDirsAt(lane.path).commonDir, 'logs/refs/stash'))).map(({ to }) => to)

export interface StrayBranches {
  /** Refs of others that the agent changed and that are where they were again. */
  readonly putBack: readonly string[]
  /** Refs of others that changed, perhaps by the agent, and were left. */
  readonly left: readonly string[]
  /** New branches with the agent's commits on them; they are left, for nobody knows what they are for. */
  readonly made: readonly string[]
}

/** `others`: branches of other lanes. */
export async function undoStrayBranches(
  lane: Lane,
  { tips: before, stashes, logged }: RefSnapshot,
  others: ReadonlySet<string>,
): Promise<StrayBranches> {
  const putBack: string[] = []
  const left: string[] = []
  const made: string[] = []
  const isTheirs = (ref: string): boolean =>
    ref === `${heads}${lane.branch}` || (ref.startsWith(heads) && others.has(ref.slice(heads.length)))
  const now = await refTips(lane.path)
  const moved = [...now].filter(([ref, tip]) => !isTheirs(ref) && before.get(ref) !== tip)
  const madeHere = moved.length === 0 ? new Set<string>() : await commitsMadeIn(lane, before)
  for (const [ref, tip] of moved) {
    const old = before.get(ref)
    if (old === undefined) {
      if (madeHere.has(tip)) made.push(nameOf(ref))
      continue
    }
    const mover = madeHere.has(tip) ? 'agent' : await moverOf(lane, ref, tip, logged)
    if (mover === 'somebody') continue
    await keep(lane, ref, mover === 'agent' ? tip : old)
    const isBack = mover === 'agent' && (await updateRef(lane.path, ref, old, tip)).updated
    if (isBack) putBack.push(nameOf(ref))
    else if (mover === 'unclear') left.push(nameOf(ref))
  }
  for (const [ref, old] of before) {
    if (isTheirs(ref) || now.has(ref) || (await isContained(lane, old))) continue
    if ((await updateRef(lane.path, ref, old, null)).updated) putBack.push(nameOf(ref))
  }
  const stashed = new Set(await stashesIn(lane))
  for (const lost of stashes.filter((stash) => !stashed.has(stash))) {
    await keep(lane, 'refs/stash', asCommitHash(lost))
    left.push(`stash ${lost.slice(0, 12)}`)
  }
  return { putBack, left, made }
}

const heads = 'refs/heads/'
const nameOf = (ref: string): string =>
  ref.startsWith(heads) ? `branch ${ref.slice(heads.length)}` : `tag ${ref.slice('refs/tags/'.length)}`

/** So that neither what was there nor what came there is lost. */
const keep = (lane: Lane, ref: string, tip: CommitHash) =>
  updateRef(lane.path, `refs/harness/set-aside/${ref.slice('refs/'.length)}/${tip}`, tip, null)

async function moverOf(
  lane: Lane,
  ref: string,
  tip: CommitHash,
  logged: ReadonlyMap<string, number>,
): Promise<'agent' | 'somebody' | 'unclear'> {
  for (const log of await otherHeads(lane)) {
    const since = (await logOf(log)).slice(logged.get(log) ?? 0)
    if (since.some(({ to }) => to === tip)) return 'somebody'
  }
  const { commonDir } = gitDirsAt(lane.path)
  const there = (await worktrees(lane.path)).find(
    ({ path, branch, prunable }) =>
      prunable === null && path !== lane.path && branch !== null && `${heads}${branch}` === ref,
  )
  if (there !== undefined && (await logOf(join(gitDirsAt(there.path).gitDir, 'logs', 'HEAD'))).length > 0)
    return 'agent'
  const last = (await logOf(join(commonDir, 'logs', ref))).at(-1)
  return last !== undefined && last.to === tip && last.message === 'harness' ? 'somebody' : 'unclear'
}

async function isContained(lane: Lane, tip: CommitHash): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', `--contains=${tip}`, heads, 'refs/tags/']
  // A tag need not lead to a commit: then nothing contains it.
  const { exitCode, stdout } = await git(lane.path, args)
  return exitCode === 0 && stdout !== ''
}

async function logOf(path: string): Promise<readonly { to: string; message: string }[]> {
  const log = await readFile(path, 'utf8').catch(() => '')
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ to: line.split(' ')[1] ?? '', message: line.split('\t')[1] ?? '' }))
}

/** Commits that the lane's HEAD has been at and that no branch led to before. */
async function commitsMadeIn(lane: Lane, before: RefTips): Promise<ReadonlySet<string>> {
  const log = await logOf(join(gitDirsAt(lane.path).gitDir, 'logs', 'HEAD'))
  const visited = [...new Set(log.map(({ to }) => to))]
  const revisions = [...visited, ...[...before.values()].map((tip) => `^${tip}`)].join('\n')
  const { stdout } = await gitOk(lane.path, ['rev-list', '--stdin', '--ignore-missing'], {
    stdin: `${revisions}\n`,
  })
  const unknown = new Set(stdout.split('\n'))
  return new Set(visited.filter((commit) => unknown.has(commit)))
}
