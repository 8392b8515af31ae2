/**
 * MergeLane where the change is in the checkout already: the branch that is checked out follows it, and the index with
 * it, for these files alone. Refused where the files are not what was checked any more.
 *
 * Safe to repeat: what is part of the branch already is merged, and the index is brought up to date again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeLane } from '@harness/core/command'
import type { CommandFailed, LaneMerged, MergeRefused } from '@harness/core/event'
import type { CommitHash } from '@harness/core/ids'
import type { Attempt } from '../adapters.ts'
import { commandTrailer } from '../command-trailer.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { atTheBase } from '../forge/base-turn.ts'
import { changeSize } from '../git/change-size.ts'
import { changedFiles } from '../git/changes.ts'
import { commitTree, isAncestor, newestDate, treeOf } from '../git/commits.ts'
import { git, gitOk } from '../git/git.ts'
import { mergeTreeWrite } from '../git/merge-tree.ts'
import { updateRef } from '../git/refs.ts'
import { withScratchIndex } from '../git/working-tree.ts'
import { laneHead } from '../lanes/lane-head.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import { namedFew } from '../named-few.ts'

export const mergeInMainTree = (
  command: MergeLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneMerged | MergeRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, () =>
    atTheBase(ports.stateDir, attempt.signal, () => merge(command, ports)),
  )

async function merge(command: MergeLane, ports: LanePorts): Promise<LaneMerged | MergeRefused> {
  const { repoRoot, clock } = ports
  const refused = (reason: MergeRefused['reason'], detail: string): MergeRefused => ({
    type: 'MergeRefused',
    at: clock.now(),
    commandId: command.id,
    reason,
    detail: ports.sanitise(detail),
  })
  const { branch, commit: base } = await laneHead(repoRoot)
  if (branch !== command.baseBranch || base === null)
    return refused('checkout-in-the-way', `Your checkout is on ${branch ?? 'no branch'} by now.`)
  const files = await changedFiles(repoRoot, command.baseCommit, command.commit)
  const isMerged = await isAncestor(repoRoot, command.commit, base)
  const tip = isMerged ? base : await onTop(command, base, ports)
  if (tip === null) return refused('conflict', `What was committed meanwhile touches ${namedFew(files)} too.`)
  if (!isMerged) {
    const differing = await differingFrom(tip, files, repoRoot)
    if (differing.length > 0)
      return refused('tree-differs', `${namedFew(differing)} changed after it was checked.`)
    const moved = await updateRef(repoRoot, `refs/heads/${branch}`, tip, base)
    if (!moved.updated) return refused('base-moved', `${branch} moved at this moment.`)
  }
  await followIndex(repoRoot, files)
  return {
    type: 'LaneMerged',
    at: clock.now(),
    commandId: command.id,
    commit: tip,
    tree: await treeOf(repoRoot, tip),
    evidence: [],
    size: await changeSize(repoRoot, command.baseCommit, command.commit),
    by: 'harness',
  }
}

/** The change on top of what was committed meanwhile; null where the two are about the same lines. */
async function onTop(command: MergeLane, base: CommitHash, ports: LanePorts): Promise<CommitHash | null> {
  if (await isAncestor(ports.repoRoot, base, command.commit)) return command.commit
  const merged = await mergeTreeWrite(ports.repoRoot, base, command.commit)
  if (!merged.clean) return null
  const parents = [base, command.commit]
  return commitTree(ports.repoRoot, {
    tree: merged.tree,
    parents,
    message: command.message,
    trailers: [commandTrailer(command.id)],
    at: await newestDate(ports.repoRoot, parents),
    identity: ports.identity,
  })
}

/** Those of the files that are not in the checkout as they are in the commit. */
const differingFrom = (tip: CommitHash, files: readonly string[], repoRoot: string) =>
  withScratchIndex(repoRoot, async (env) => {
    const args = [
      'diff-index',
      '--cached',
      '-z',
      '--name-only',
      '--no-renames',
      '--end-of-options',
      tip,
      '--',
    ]
    const { stdout } = await gitOk(repoRoot, args, { env })
    const wanted = new Set(files)
    return stdout.split('\0').filter((path) => wanted.has(path))
  })

/** How long another git, such as an editor's, may hold the index. */
const lockWaitMs = 3_000

/** Otherwise git would show as staged that the files are to be as they were before. */
async function followIndex(repoRoot: string, files: readonly string[]): Promise<void> {
  const args = ['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul']
  const options = { stdin: files.map((path) => `${path}\0`).join(''), env: { GIT_LITERAL_PATHSPECS: '1' } }
  if (files.length === 0) return
  for (const deadline = performance.now() + lockWaitMs; ; await sleep(100)) {
    const result = await git(repoRoot, args, options)
    if (result.exitCode === 0) return
    if (performance.now() < deadline && /index\.lock'?: File exists/.test(result.stderr)) continue
    await gitOk(repoRoot, args, options)
    return
  }
}
