/** Owns names of refs and revisions: which may be handed to git at all, and how a ref moves only from its known commit. */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { GitError, git, gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
import { headInFiles, refInFiles, refsInFiles } from './ref-files.ts'
import { validRefName } from './ref-name.ts'

/** `revision`, unless it could be anything but a revision on a command line or in a list of them. */
export function safeRevision(revision: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (revision === '' || revision.startsWith('-') || /[\x00-\x1f\x7f]/.test(revision)) {
    throw new UserError('git-revision-invalid', `${JSON.stringify(revision)} cannot name a commit.`, {
      next: 'Give a branch, a tag or a commit hash.',
    })
  }
  return revision
}

export type RefUpdate =
  | { readonly updated: true }
  /** The ref was not at the expected commit; `actual` is null if it does not exist. */
  | { readonly updated: false; readonly actual: CommitHash | null }

/** Moves `ref` (a full name, `refs/…`) from `expected` to `commit` or not at all; `expected` null means: it must not exist. */
export async function updateRef(
  cwd: string,
  ref: string,
  commit: CommitHash,
  expected: CommitHash | null,
): Promise<RefUpdate> {
  const name = safeRef(ref)
  const old = expected ?? '0'.repeat(commit.length)
  const args = ['update-ref', '--no-deref', '-m', 'harness', name, safeRevision(commit), safeRevision(old)]
  const result = await git(cwd, args)
  if (result.exitCode === 0) return { updated: true }
  const actual = await readRef(cwd, name)
  // Still at the expected commit: something else is wrong, such as a lock that another git holds.
  if (actual === expected) throw new GitError({ args, cwd }, result)
  return { updated: false, actual }
}

/** Removes `ref` if it is still at `expected`. */
export async function deleteRef(cwd: string, ref: string, expected: CommitHash): Promise<RefUpdate> {
  const name = safeRef(ref)
  const args = ['update-ref', '--no-deref', '-d', name, safeRevision(expected)]
  const result = await git(cwd, args)
  if (result.exitCode === 0) return { updated: true }
  const actual = await readRef(cwd, name)
  if (actual === expected) throw new GitError({ args, cwd }, result)
  return { updated: false, actual }
}

/** Where `ref` (a full name) points, null if it does not exist. */
export async function readRef(cwd: string, ref: string): Promise<CommitHash | null> {
  const name = safeRef(ref)
  const filed = refInFiles(gitDirsAt(cwd), name)
  if (filed !== undefined) return filed
  const { stdout } = await gitOk(cwd, ['for-each-ref', '--format=%(objectname) %(refname)', name])
  const line = stdout.split('\n').find((it) => it.endsWith(` ${name}`))
  return line === undefined ? null : asCommitHash(line.slice(0, line.indexOf(' ')))
}

/** All refs whose names begin with one of `prefixes` (each ends in `/`), and their commits. */
export async function allRefs(
  cwd: string,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, CommitHash>> {
  const filed = refsInFiles(gitDirsAt(cwd), prefixes)
  if (filed !== undefined) return filed
  const { stdout } = await gitOk(cwd, ['for-each-ref', '--format=%(objectname) %(refname)', ...prefixes])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const blank = line.indexOf(' ')
      return [line.slice(blank + 1), asCommitHash(line.slice(0, blank))]
    }),
  )
}

/** The branch that is checked out in `cwd`, null if HEAD is detached. */
export async function currentBranch(cwd: string): Promise<string | null> {
  const filed = headInFiles(gitDirsAt(cwd))
  if (filed !== undefined) return branchName(filed.ref)
  const { exitCode, stdout } = await git(cwd, ['symbolic-ref', '--quiet', 'HEAD'])
  return exitCode === 0 ? branchName(stdout.trimEnd()) : null
}

/** The branch whose ref this is; null if it is none. */
export const branchName = (ref: string | null): string | null =>
  ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null

function safeRef(ref: string): string {
  if (ref.startsWith('refs/') && validRefName(ref)) return ref
  throw new UserError('git-ref-invalid', `${JSON.stringify(ref)} is not a valid ref name.`, {
    next: 'Use letters, digits, dashes and slashes, as in: harness/feature-1',
  })
}
