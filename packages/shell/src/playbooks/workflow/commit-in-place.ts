/**
 * Commits a change that was made in the checkout itself to a branch of the user's repository, on top of the commit that was
 * checked out when the run began. Only the files that the run changed are in it. If nothing else was uncommitted then, and
 * the checkout is still at that commit, it is switched to the branch; no file changes by that. Safe to repeat: the commit
 * carries the command's id and is looked for first.
 */

import type { ChangeCommitted, CommitChange } from '@harness/core/effects/commit-change'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { commandTrailer, commitOfCommand } from '../../effects/lanes/command-trailer.ts'
import type { LaneRecord } from '../../effects/lanes/lane-record.ts'
import { type UserRepository, userRepositoryBefore } from '../../effects/lanes/private-repository.ts'
import { commitTree, resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { handOver } from '../../machine/git/hand-over.ts'
import { workFolder } from '../../machine/git/lane-dirs.ts'
import { pathText } from '../../machine/git/path-text.ts'
import { currentBranch, readRef, safeRevision, updateRef } from '../../machine/git/refs.ts'
import { treeWithFiles } from './tree-with-files.ts'
import type { CommitPorts } from './workflow-ports.ts'

export async function commitInPlace(
  command: CommitChange,
  lane: LaneRecord,
  { signal }: Attempt,
  ports: CommitPorts,
): Promise<ChangeCommitted> {
  const before = await userRepositoryBefore(lane.path)
  const { head } = before
  if (head === null) throw noCommit()
  const checkout = workFolder(lane.path)
  const changes = await changesFor(checkout, lane, command)
  const added = await treeWithFiles(checkout, { commit: head, add: command.add }, ports, changes)
  const ref = `refs/heads/${command.branch}`
  const tip = await readRef(checkout, ref)
  const made = tip === null ? null : await commitOfCommand(checkout, `${head}..${tip}`, command.id)
  if (tip !== null && made !== tip) throw branchExists(command.branch)
  const commit = made ?? (await commitOn(checkout, head, added.tree, command, ports))
  signal.throwIfAborted()
  if (made === null) {
    const moved = await updateRef(checkout, ref, commit, null)
    if (!moved.updated && moved.actual !== commit) throw branchExists(command.branch)
  }
  const isSwitched = await switchTo(checkout, command.branch, before)
  return {
    type: 'ChangeCommitted',
    at: ports.clock.now(),
    commandId: command.id,
    commit,
    tree: await treeOf(checkout, commit),
    unstaged: added.unstaged,
    ...(isSwitched ? {} : { notes: [stayed(command.branch)] }),
  }
}

const commitOn = (
  checkout: string,
  head: CommitHash,
  tree: ChangeCommitted['tree'],
  { message, id }: CommitChange,
  { clock, identity }: CommitPorts,
): Promise<CommitHash> =>
  commitTree(checkout, {
    tree,
    parents: [head],
    message,
    trailers: [commandTrailer(id)],
    at: clock.now(),
    identity,
  })

/** What the run changed, for the index of the user's repository, which gets the contents. */
async function changesFor(
  checkout: string,
  { path }: LaneRecord,
  { baseCommit, commit }: CommitChange,
): Promise<string> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options']
  const { bytes } = await gitOk(path, [...args, safeRevision(baseCommit), safeRevision(commit), '--'])
  const fields = pathText(bytes).split('\0')
  const lines: string[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , object = ''] = (fields[at] ?? '').split(' ')
    const name = fields[at + 1] ?? ''
    const isGone = /^0+$/.test(object)
    lines.push(
      isGone ? `0 ${object}\t${name}\0` : `${mode} ${await handOver(path, checkout, object)}\t${name}\0`,
    )
  }
  return lines.join('')
}

/** False if the checkout stays where it is: others have changes there, or it was moved since. */
async function switchTo(checkout: string, branch: string, before: UserRepository): Promise<boolean> {
  const current = await currentBranch(checkout)
  const isUnmoved = current === before.branch && (await resolveCommit(checkout, 'HEAD')) === before.head
  if (!before.isClean || !(isUnmoved || current === branch)) return false
  if (current !== branch)
    await gitOk(checkout, ['symbolic-ref', '-m', 'harness', 'HEAD', `refs/heads/${branch}`])
  // The files are those of the commit already.
  await gitOk(checkout, ['reset', '--quiet', '--mixed'])
  return true
}

const stayed = (branch: string): string =>
  `the checkout stays on its branch, because it had other changes or was moved; the commit is on ${branch}`

const branchExists = (branch: string): UserError =>
  new UserError('branch-exists', `There is already a branch ${branch} that the harness did not make.`, {
    next: `Rename or remove it, for example: git branch -m ${branch} ${branch}-old; then: harness resume`,
  })

const noCommit = (): UserError =>
  new UserError('no-commits', 'There was no commit when the run began, so there is nothing to commit on.', {
    next: 'Commit the change yourself: git add -A && git commit',
  })
