/**
 * Owns the refs by which commits stay findable that a run put away: `refs/harness/backup/<branch>` for a branch that was
 * removed, `refs/harness/set-aside/…` for commits that were in the way. They go by themselves only if the base branch
 * leads to their commit too.
 */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { refsInFiles } from '../../machine/git/ref-files.ts'
import { deleteRef } from '../../machine/git/refs.ts'

const backups = 'refs/harness/backup/'
const setAside = 'refs/harness/set-aside/'

export const backupRef = (branch: string): string => `${backups}${branch}`
export const setAsideRef = (branch: string, commit: CommitHash): string => `${setAside}${branch}/${commit}`

/** All of a repository, by their full names. */
export const keptRefs = async (repoRoot: string): Promise<readonly string[]> =>
  (await listed(repoRoot, [backups, setAside])).map(({ ref }) => ref)

/** Whether the ref was made for the lane of this branch. */
export const isKeptFor = (branch: string, ref: string): boolean =>
  ref === backupRef(branch) || ref.startsWith(`${setAside}${branch}/`)

/** Removes those of a branch that keep nothing which the base does not keep. */
export async function dropNeedlessRefs(repoRoot: string, branch: string, base: string): Promise<void> {
  // Mostly there is none, and git would follow the whole history of the base to say so.
  const filed = refsInFiles(gitDirsAt(repoRoot), [backups, setAside])
  if (filed !== undefined && ![...filed.keys()].some((ref) => isKeptFor(branch, ref))) return
  const merged = [`--merged=refs/heads/${base}`, backupRef(branch), `${setAside}${branch}/`]
  for (const { ref, commit } of await listed(repoRoot, merged)) await deleteRef(repoRoot, ref, commit)
}

async function listed(
  repoRoot: string,
  which: readonly string[],
): Promise<readonly { readonly ref: string; readonly commit: CommitHash }[]> {
  const { stdout } = await gitOk(repoRoot, ['for-each-ref', '--format=%(objectname) %(refname)', ...which])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const blank = line.indexOf(' ')
      return { ref: line.slice(blank + 1), commit: asCommitHash(line.slice(0, blank)) }
    })
}
