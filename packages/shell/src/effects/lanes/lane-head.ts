/** Asks what is checked out in a lane. */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { commitInFiles } from '../../machine/git/commit-object.ts'
import { git } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { headInFiles } from '../../machine/git/ref-files.ts'
import { branchName, currentBranch } from '../../machine/git/refs.ts'

export interface LaneHead {
  /** Null if HEAD is detached. */
  readonly branch: string | null
  /** Null if the branch has no commit (any more). */
  readonly commit: CommitHash | null
}

/** Both in one call: every command of a run asks this, some of them three times. */
const headArgs = ['rev-parse', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD', '--']

export async function laneHead(path: string): Promise<LaneHead> {
  const dirs = gitDirsAt(path)
  const filed = headInFiles(dirs)
  if (filed?.commit && commitInFiles(dirs, filed.commit) !== undefined) {
    return { branch: branchName(filed.ref), commit: filed.commit }
  }
  const { exitCode, stdout } = await git(path, headArgs)
  // The whole call fails if there is no commit; then only the branch is left to ask for.
  if (exitCode !== 0) return { branch: await currentBranch(path), commit: null }
  const [commit = '', ref = ''] = stdout.split('\n')
  return { branch: branchName(ref), commit: asCommitHash(commit) }
}
