/**
 * Keeps commits that only the lane's own repository names: branches and stashes that an agent or a person made there. They
 * are taken into the user's repository under refs of ours, since the lane's repository is written again and again.
 */
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { resolveCommit } from '../../machine/git/commits.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { isSelfContained } from '../../machine/git/own-repository.ts'
import { plainFile, refsInFiles } from '../../machine/git/ref-files.ts'
import { allRefs, updateRef } from '../../machine/git/refs.ts'
import { takeCommits } from '../../machine/git/take-commits.ts'
import { setAsideRef } from './kept-refs.ts'
import type { LaneRecord } from './lane-record.ts'

/** Tells what was kept, a sentence each. Commits that HEAD leads to are not meant: take those first. */
export async function keepOwnCommits({
  path,
  branch,
}: Pick<LaneRecord, 'path' | 'branch'>): Promise<readonly string[]> {
  const gitDir = join(path, '.git')
  if (isInPlace(path) || !isSelfContained(gitDir, path)) return []
  const known = new Set((await allRefs(path, ['refs/heads/', 'refs/remotes/', 'refs/tags/'])).values())
  const notes: string[] = []
  for (const [name, commit] of namedIn(gitDir)) {
    if (known.has(commit) || (await resolveCommit(path, commit)) !== null) continue
    if (!(await takeCommits(path, gitDir, [commit]))) continue
    const ref = setAsideRef(branch, commit)
    await updateRef(path, ref, commit, null)
    notes.push(`${name} in the lane led to commits that are nowhere else; kept are: ${ref}`)
  }
  return notes
}

function namedIn(gitDir: string): ReadonlyMap<string, CommitHash> {
  const dirs = { top: null, gitDir, commonDir: gitDir, isNamed: false }
  const log = plainFile(join(gitDir, 'logs/refs/stash')) ?? ''
  const stashes = [...log.matchAll(/^[0-9a-f]+ ([0-9a-f]{40,64}) /gm)].map(([, hash = '']) => hash)
  return new Map([
    ...(refsInFiles(dirs, ['refs/heads/', 'refs/tags/']) ?? []),
    ...stashes.map((hash, at) => [`stash ${at + 1}`, asCommitHash(hash)] as const),
  ])
}
