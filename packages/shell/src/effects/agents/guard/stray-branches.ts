/**
 * Finds branches and tags outside the lane that an agent changed. Others work on the same repository meanwhile, so a
 * change is undone only if it cannot be theirs:
 * - the new tip was made in this lane, as the log of the lane's HEAD shows;
 * - the new tip is work of the lane from an earlier turn, and no other HEAD came there;
 * - the branch is checked out elsewhere, and the log of that HEAD knows nothing of the new tip: a person's commit,
 *   merge or reset would be in it, and so would another run's merge.
 * What other lanes do with their branches, and what a run says that it did to the base, is theirs. Anything else cannot be
 * told apart, such as a person's `git branch -f`, `git tag -d` or `git stash drop`, or a commit in the person's own
 * checkout: it is left and told, and what is no longer led to is kept under a ref of ours. An agent that forges those logs
 * is not found out here.
 */
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../../machine/git/git.ts'
import { gitDirIfWhole, gitDirsAt } from '../../../machine/git/git-dirs.ts'
import { updateRef } from '../../../machine/git/refs.ts'
import { worktrees } from '../../../machine/git/worktrees.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { carriesCommandTrailer } from '../../lanes/command-trailer.ts'
import { mendDeleted } from './deleted-refs.ts'
import {
  heads,
  type Lane,
  logOf,
  nameOf,
  otherHeads,
  type RefSnapshot,
  refTips,
  type Stash,
  short,
  stashesIn,
  unclear,
} from './ref-snapshot.ts'

export interface StrayBranches {
  /** Refs of others that only the agent can have changed, and that are restored. */
  readonly putBack: readonly string[]
  /** What else became of refs and stashes meanwhile, a sentence each. */
  readonly notes: readonly string[]
}

export interface Surroundings {
  /** Branches of other lanes. */
  readonly others: ReadonlySet<string>
  /** The branch that lanes begin from. */
  readonly base: string
}

export async function undoStrayBranches(
  lane: Lane,
  snapshot: RefSnapshot,
  { others, base }: Surroundings,
): Promise<StrayBranches> {
  const { tips: before, stashes, logged } = snapshot
  const putBack: string[] = []
  const notes: string[] = []
  const fresh: string[] = []
  const isTheirs = (ref: string): boolean =>
    ref === `${heads}${lane.branch}` || (ref.startsWith(heads) && others.has(ref.slice(heads.length)))
  const now = await refTips(lane.path)
  const moved = [...now.tips].filter(([ref, tip]) => !isTheirs(ref) && before.get(ref) !== tip)
  const madeHere = moved.length === 0 ? new Set<string>() : await commitsMadeIn(lane, before.values())
  const led = [...before].filter(([ref]) => ref !== `${heads}${lane.branch}`).map(([, tip]) => tip)
  const ofLane = moved.length === 0 ? madeHere : await commitsMadeIn(lane, led)
  for (const [ref, tip] of moved) {
    const old = before.get(ref)
    if (old === undefined) {
      if (madeHere.has(tip)) notes.push(`the agent made the ${nameOf(ref)}, which is left as it is`)
      else fresh.push(nameOf(ref))
      continue
    }
    const seen = madeHere.has(tip) ? 'agent' : await moverOf(lane, ref, tip, logged)
    // An earlier turn's work that no HEAD has reached: only a process in the lane knows it.
    const mover = seen === 'unclear' && ofLane.has(tip) ? 'agent' : seen
    if (mover === 'run') continue
    if (mover === 'somebody') {
      notes.push(
        `the ${nameOf(ref)} moved from ${short(old)} to ${short(tip)} in another checkout; ${unclear}`,
      )
      continue
    }
    await keep(lane, ref, mover === 'agent' ? tip : old)
    if (mover === 'agent' && (await updateRef(lane.path, ref, old, tip)).updated) putBack.push(nameOf(ref))
    else
      notes.push(
        `the ${nameOf(ref)} moved from ${short(old)} to ${short(tip)} and was left there; ${unclear}`,
      )
  }
  const deleted = await mendDeleted(lane, snapshot, now, { isTheirs, base })
  putBack.push(...deleted.putBack)
  notes.push(...deleted.notes)
  if (fresh.length > 0) notes.push(`new since the turn began: ${namedFew(fresh)}; ${unclear}`)
  return { putBack, notes: [...notes, ...(await stashNotes(lane, stashes))] }
}

async function stashNotes(lane: Lane, before: readonly Stash[]): Promise<readonly string[]> {
  const now = await stashesIn(lane)
  const isIn = (list: readonly Stash[], { to }: Stash): boolean => list.some((other) => other.to === to)
  const gone = before.filter((stash) => !isIn(now, stash))
  for (const { to } of gone) await keep(lane, 'refs/stash', asCommitHash(to))
  return [
    ...gone.map(
      ({ to }) => `the stash ${short(to)} is gone, to be had again by git stash store ${to}; ${unclear}`,
    ),
    ...now
      .filter((stash) => !isIn(before, stash))
      .map(({ to, message }) => `the stash ${short(to)} is new (${message}); ${unclear}`),
  ]
}

/** So that neither what was there nor what came there is lost. */
const keep = (lane: Lane, ref: string, tip: CommitHash) =>
  updateRef(lane.path, `refs/harness/set-aside/${ref.slice('refs/'.length)}/${tip}`, tip, null)

async function moverOf(
  lane: Lane,
  ref: string,
  tip: CommitHash,
  logged: ReadonlyMap<string, number>,
): Promise<'agent' | 'run' | 'somebody' | 'unclear'> {
  for (const log of await otherHeads(lane)) {
    const since = (await logOf(log)).slice(logged.get(log) ?? 0)
    if (since.some(({ to }) => to === tip))
      return (await carriesCommandTrailer(lane.path, tip)) ? 'run' : 'somebody'
  }
  const { commonDir } = gitDirsAt(lane.path)
  const there = (await worktrees(lane.path)).find(
    ({ path, branch, prunable }) =>
      prunable === null && path !== lane.path && branch !== null && `${heads}${branch}` === ref,
  )
  const itsDir = there === undefined ? null : gitDirIfWhole(there.path)
  if (itsDir !== null && (await logOf(join(itsDir, 'logs', 'HEAD'))).length > 0) return 'agent'
  const last = (await logOf(join(commonDir, 'logs', ref))).at(-1)
  return last !== undefined && last.to === tip && last.message === 'harness' ? 'run' : 'unclear'
}

/** Commits that the lane's HEAD has been at and that nothing in `before` leads to. */
async function commitsMadeIn(lane: Lane, before: Iterable<CommitHash>): Promise<ReadonlySet<string>> {
  const log = await logOf(join(gitDirsAt(lane.path).gitDir, 'logs', 'HEAD'))
  // An agent may have deleted the branch under its own HEAD, which is logged as zeros.
  const visited = [...new Set(log.map(({ to }) => to))].filter((to) => !/^0*$/.test(to))
  const revisions = [...visited, ...[...before].map((tip) => `^${tip}`)].join('\n')
  const { stdout } = await gitOk(lane.path, ['rev-list', '--stdin', '--ignore-missing'], {
    stdin: `${revisions}\n`,
  })
  const unknown = new Set(stdout.split('\n'))
  return new Set(visited.filter((commit) => unknown.has(commit)))
}
