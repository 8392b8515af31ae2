/**
 * Owns moving the base branch forward to a new commit. If the branch is checked out, git fast-forwards it there, so
 * that the files follow; git itself refuses where local changes, ignored files included, would be overwritten, and then
 * nothing has changed. Elsewhere the branch moves only from its known commit. Safe to repeat: the callers look
 * for their commit in the branch first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommitHash } from '@harness/core/kernel/ids'
import { type GitResult, git } from '../../machine/git/git.ts'
import { type Identity, identityEnvironment } from '../../machine/git/identity.ts'
import { readRef, updateRef } from '../../machine/git/refs.ts'
import { worktrees } from '../../machine/git/worktrees.ts'
import { baseTag } from './base-turn.ts'
import type { ForgePorts } from './forge-ports.ts'
import { unfinishedWorkOn } from './unfinished-work.ts'

export type Advance =
  | { readonly type: 'advanced' }
  | {
      readonly type: 'refused'
      readonly reason: 'base-moved' | 'checkout-in-the-way' | 'push-rejected'
      readonly detail: string
    }

/** From exactly `from` to its descendant `to`, or not at all. */
export async function advanceBase(
  { repoRoot, stateDir, identity }: Pick<ForgePorts, 'repoRoot' | 'stateDir' | 'identity'>,
  branch: string,
  from: CommitHash,
  to: CommitHash,
): Promise<Advance> {
  const there = (await worktrees(repoRoot)).filter(({ bare, prunable }) => !bare && prunable === null)
  const unfinished = unfinishedWorkOn(branch, there)
  if (unfinished !== null) return inTheWay(unfinished)
  const checkout = there.find((worktree) => worktree.branch === branch)
  if (checkout === undefined) {
    const update = await updateRef(repoRoot, `refs/heads/${branch}`, to, from)
    return update.updated || update.actual === to
      ? { type: 'advanced' }
      : baseMoved(branch, from, update.actual)
  }
  const result = await fastForward(checkout.path, to, baseTag(stateDir), identity)
  const now = await readRef(repoRoot, `refs/heads/${branch}`)
  if (now === to) return { type: 'advanced' }
  return now === from ? inTheWay(`In ${checkout.path}: ${saidBy(result)}`) : baseMoved(branch, from, now)
}

/** How long another git, such as an editor's, may hold the index before it counts as in the way. */
const lockWaitMs = 3_000
const lookAgainMs = 100

async function fastForward(
  path: string,
  to: CommitHash,
  tag: string,
  identity: Identity | undefined,
): Promise<GitResult> {
  // It commits nothing; the name is for the reflog.
  const env = await identityEnvironment(path, { identity })
  // All said by name, for the repository's config may have set the opposite of each.
  const how = ['--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-squash', '--commit', '--no-stat']
  const args = ['merge', ...how, to]
  for (const deadline = performance.now() + lockWaitMs; ; await sleep(lookAgainMs)) {
    const result = await git(path, args, { env, tag })
    const isLocked = result.exitCode !== 0 && /index\.lock'?: File exists/.test(result.stderr)
    if (!isLocked || performance.now() >= deadline) return result
  }
}

const saidBy = ({ stderr, stdout }: GitResult): string => `${stderr.trim()}\n${stdout.trim()}`.trim()

const inTheWay = (detail: string): Advance => ({ type: 'refused', reason: 'checkout-in-the-way', detail })

const baseMoved = (branch: string, from: CommitHash, to: CommitHash | null): Advance => ({
  type: 'refused',
  reason: 'base-moved',
  detail: `${branch} moved from ${from.slice(0, 12)} to ${to?.slice(0, 12) ?? 'nothing'} meanwhile.`,
})
