/**
 * Commits a change that was made in the checkout itself to a branch of the user's repository, on top of the commit that was
 * checked out when the run began. Only what the run changed is in it. If nothing else was uncommitted then, and the checkout
 * is still at that commit, it is switched to the branch; no file changes by that. A session that was taken over may stand
 * on the branch already; then the branch moves. Safe to repeat: the commit carries the command's id and is looked for first.
 */

import type { ChangeCommitted, CommitChange } from '@harness/core/effects/commit-change'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { commandTrailer, commitOfCommand } from '../../effects/lanes/command-trailer.ts'
import type { LaneRecord } from '../../effects/lanes/lane-record.ts'
import { type UserRepository, userRepositoryBefore } from '../../effects/lanes/private-repository.ts'
import { commitTree, resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { handOver } from '../../machine/git/hand-over.ts'
import { workFolder } from '../../machine/git/lane-dirs.ts'
import { pathBytes, pathText, shownPath } from '../../machine/git/path-text.ts'
import { currentBranch, readRef, safeRevision, updateRef } from '../../machine/git/refs.ts'
import { treeChanges } from '../../machine/git/tree-files.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { withoutOwnLines } from './own-lines.ts'
import { treeWithFiles } from './tree-with-files.ts'
import type { CommitPorts } from './workflow-ports.ts'

export async function commitInPlace(
  command: CommitChange,
  lane: LaneRecord,
  { signal }: Attempt,
  ports: CommitPorts,
): Promise<ChangeCommitted> {
  const { words } = ports
  const before = await userRepositoryBefore(lane.path)
  const { head } = before
  if (head === null) throw noCommit(words)
  const checkout = workFolder(lane.path)
  const { changes, mixed } = await changesFor(checkout, lane, command, { ...before, head })
  const added = await treeWithFiles(checkout, { commit: head, add: command.add }, ports, changes)
  const ref = `refs/heads/${command.branch}`
  const tip = await readRef(checkout, ref)
  const made = tip === null ? null : await commitOfCommand(checkout, `${head}..${tip}`, command.id)
  const from = before.branch === command.branch ? head : null
  if (tip !== from && made !== tip) throw branchExists(command.branch, words)
  const commit = made ?? (await commitOn(checkout, head, added.tree, command, ports))
  signal.throwIfAborted()
  if (made === null) {
    const moved = await updateRef(checkout, ref, commit, from)
    if (!moved.updated && moved.actual !== commit) throw branchExists(command.branch, words)
  }
  const isSwitched = await switchTo(checkout, command.branch, { ...before, head }, commit)
  const notes = [
    ...(isSwitched ? [] : [words.details.stayed(command.branch)]),
    ...(mixed.length === 0 ? [] : [words.details.mixed(namedFew(mixed.map(shownPath)))]),
  ]
  return {
    type: 'ChangeCommitted',
    at: ports.clock.now(),
    commandId: command.id,
    commit,
    tree: await treeOf(checkout, commit),
    unstaged: added.unstaged,
    ...(notes.length === 0 ? {} : { notes }),
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

type UserCommit = UserRepository & { readonly head: CommitHash }

/** What the run changed, for the index of the user's repository, which gets the contents. `mixed` has a person's lines too. */
async function changesFor(
  checkout: string,
  { path }: LaneRecord,
  { baseCommit, commit }: CommitChange,
  { head, uncommitted = [] }: UserCommit,
): Promise<{ readonly changes: string; readonly mixed: readonly string[] }> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options']
  const { bytes } = await gitOk(path, [...args, safeRevision(baseCommit), safeRevision(commit), '--'])
  const fields = pathText(bytes).split('\0')
  const lines: string[] = []
  const mixed: string[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', old = '', object = ''] = (fields[at] ?? '').split(' ')
    const name = fields[at + 1] ?? ''
    if (isNone(object)) {
      lines.push(`0 ${object}\t${name}\0`)
      continue
    }
    const after = await handOver(path, checkout, object)
    const hasOwn = uncommitted.includes(name) && !isNone(old)
    const before = hasOwn ? await handOver(path, checkout, old) : ''
    const blob = hasOwn ? await withoutOwnLines(checkout, head, { path: name, before, after }) : after
    if (blob === null) mixed.push(name)
    lines.push(`${mode} ${blob ?? after}\t${name}\0`)
  }
  return { changes: lines.join(''), mixed }
}

const isNone = (object: string): boolean => /^0+$/.test(object)

/** False if the checkout stays as it is: others have changes there, or it was moved since. */
async function switchTo(
  checkout: string,
  branch: string,
  before: UserCommit,
  commit: CommitHash,
): Promise<boolean> {
  const current = await currentBranch(checkout)
  if (before.branch === branch) {
    if (current === branch) await unstage(checkout, before.head, commit)
    return current === branch
  }
  const isUnmoved = current === before.branch && (await resolveCommit(checkout, 'HEAD')) === before.head
  if (!before.isClean || !(isUnmoved || current === branch)) return false
  if (current !== branch)
    await gitOk(checkout, ['symbolic-ref', '-m', 'harness', 'HEAD', `refs/heads/${branch}`])
  // The files are those of the commit already.
  await gitOk(checkout, ['reset', '--quiet', '--mixed'])
  return true
}

/** The branch has moved under the checkout. What else is staged stays so. */
async function unstage(checkout: string, from: CommitHash, to: CommitHash): Promise<void> {
  const changes = await treeChanges(checkout, from, to)
  if (changes.length === 0) return
  const paths = ['--pathspec-from-file=-', '--pathspec-file-nul']
  const env = { GIT_LITERAL_PATHSPECS: '1' }
  await gitOk(checkout, ['reset', '--quiet', ...paths], {
    env,
    stdin: pathBytes(changes.map(({ path }) => `${path}\0`).join('')),
  })
}

const branchExists = (branch: string, { troubles }: WorkflowTexts): UserError =>
  new UserError('branch-exists', troubles.branchExists.said(branch), {
    next: troubles.branchExists.next(`git branch -m ${branch} ${branch}-old`),
  })

const noCommit = ({ troubles: { noCommits } }: WorkflowTexts): UserError =>
  new UserError('no-commits', noCommits.said, { next: noCommits.next })
