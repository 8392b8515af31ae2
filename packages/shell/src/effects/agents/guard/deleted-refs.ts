/**
 * Finds branches and tags that were deleted while an agent worked. There again are: what nothing else leads to, the base
 * branch, and a branch that is checked out, for without it that checkout has no commit. Only the last can be laid to the
 * agent: git deletes no such branch by its own commands, and the log of the HEAD there would know of a deletion by
 * plumbing. Whatever else was deleted is named with the way to have it again: people tidy up while runs go on.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { git } from '../../../machine/git/git.ts'
import { updateRef } from '../../../machine/git/refs.ts'
import { worktrees } from '../../../machine/git/worktrees.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import {
  heads,
  type Lane,
  logOf,
  nameOf,
  otherHeads,
  type RefSnapshot,
  type Refs,
  remoteRefs,
  short,
  unclear,
} from './ref-snapshot.ts'

interface Deleted {
  readonly putBack: readonly string[]
  readonly notes: readonly string[]
}

interface Owners {
  isTheirs(ref: string): boolean
  /** The branch that lanes begin from. */
  readonly base: string
}

export async function mendDeleted(
  lane: Lane,
  before: RefSnapshot,
  now: Refs,
  { isTheirs, base }: Owners,
): Promise<Deleted> {
  const putBack: string[] = []
  const notes: string[] = []
  const left: string[] = []
  const gone = [...before.tips].filter(([ref]) => !isTheirs(ref) && !now.tips.has(ref))
  const checkedOut = gone.length === 0 ? new Set<string>() : await branchesOfOthers(lane)
  for (const [ref, tip] of gone) {
    const isNeeded = ref === `${heads}${base}` || checkedOut.has(ref)
    if (!isNeeded && (await isContained(lane, tip))) {
      left.push(`${nameOf(ref)} (${remake(ref, tip)})`)
      continue
    }
    if (!(await updateRef(lane.path, ref, tip, null)).updated) continue
    if (checkedOut.has(ref) && !(await isDeletionLogged(lane, before))) putBack.push(nameOf(ref))
    else notes.push(`the ${nameOf(ref)} was deleted, and is there again ${why(isNeeded, tip)}; ${unclear}`)
  }
  if (left.length > 0) notes.push(`deleted since the turn began: ${namedFew(left)}; ${unclear}`)
  const remotes = [...before.remotes.keys()].filter((ref) => !now.remotes.has(ref))
  if (remotes.length > 0) {
    const names = namedFew(remotes.map((ref) => ref.slice(remoteRefs.length)))
    notes.push(`no longer known of remotes: ${names}; git fetch brings back what is there still; ${unclear}`)
  }
  return { putBack, notes }
}

const why = (isNeeded: boolean, tip: CommitHash): string =>
  isNeeded ? `at ${short(tip)} since it is in use` : `since nothing else led to ${short(tip)}`

const remake = (ref: string, tip: CommitHash): string => {
  const [kind, ...name] = nameOf(ref).split(' ')
  return `again by: git ${kind} ${name.join(' ')} ${tip}`
}

async function branchesOfOthers(lane: Lane): Promise<ReadonlySet<string>> {
  const there = (await worktrees(lane.path)).filter(
    ({ path, bare, prunable }) => !bare && prunable === null && path !== lane.path,
  )
  return new Set(there.flatMap(({ branch }) => (branch === null ? [] : [`${heads}${branch}`])))
}

/** Whether some HEAD lost its branch by a command in its own worktree. */
async function isDeletionLogged(lane: Lane, { logged }: RefSnapshot): Promise<boolean> {
  for (const log of await otherHeads(lane)) {
    const since = (await logOf(log)).slice(logged.get(log) ?? 0)
    if (since.some(({ to }) => /^0+$/.test(to))) return true
  }
  return false
}

async function isContained(lane: Lane, tip: CommitHash): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', `--contains=${tip}`, heads, 'refs/tags/']
  // A tag need not lead to a commit: then nothing contains it.
  const { exitCode, stdout } = await git(lane.path, args)
  return exitCode === 0 && stdout !== ''
}
