/**
 * Brings in what a partial clone left out of a commit. Git would fetch it by itself, object by object and with whatever the
 * repository's settings start; ours does not, so that it is asked for once, before files are written or merged.
 */
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { promisorRemote } from './config-scan.ts'
import { GitError, git, gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'

/** Folders may be left out too: then what is in them is known only after they have come. */
const rounds = 50

/** Does nothing in a whole repository, and asks git nothing there. Safe to repeat: only what is missing is fetched. */
export async function fetchMissing(cwd: string, commit: CommitHash, signal: AbortSignal): Promise<void> {
  const remote = await promisorRemote(gitDirsAt(cwd))
  if (remote === null) return
  for (let round = 0; round < rounds; round++) {
    const missing = await missingIn(cwd, commit)
    if (missing.length === 0) return
    const how = ['--refetch', '--filter=blob:none', '--no-tags', '--no-write-fetch-head', '--stdin']
    const args = ['fetch', '--quiet', ...how, '--end-of-options', remote]
    const fetched = await git(cwd, args, { stdin: `${missing.join('\n')}\n`, signal })
    signal.throwIfAborted()
    if (fetched.exitCode !== 0) throw notFetched(commit, remote, new GitError({ args, cwd }, fetched))
  }
}

async function missingIn(cwd: string, commit: CommitHash): Promise<readonly string[]> {
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', '--end-of-options', commit]
  const { stdout } = await gitOk(cwd, args)
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('?'))
    .map((line) => line.slice(1))
}

const notFetched = (commit: CommitHash, remote: string, cause: GitError): UserError =>
  new UserError(
    'objects-missing',
    `This is a partial clone without all files of ${commit.slice(0, 12)}, and they could not be fetched from ${remote}: ${cause.message}`,
    {
      next: `Let git fetch them with your log-in: git checkout ${commit.slice(0, 12)}; go back with: git checkout -; then: harness resume`,
      cause,
    },
  )
