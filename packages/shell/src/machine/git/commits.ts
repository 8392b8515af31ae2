/** Asks for commits and makes them without touching a working tree. */
import { asCommitHash, asTreeHash, type CommitHash, type TreeHash } from '@harness/core/kernel/ids'
import { commitInFiles, isAncestorInFiles, knownTree, rememberTree } from './commit-object.ts'
import { git, gitOk } from './git.ts'
import { type GitDirs, gitDirsAt } from './git-dirs.ts'
import { type Identity, identityEnvironment } from './identity.ts'
import { isHash } from './loose-object.ts'
import { headInFiles, refInFiles } from './ref-files.ts'
import { safeRevision } from './refs.ts'
import { type Trailer, trailerText, withTrailers } from './trailers.ts'

/** The commit that is checked out; throws if there is none yet. */
export async function headCommit(cwd: string): Promise<CommitHash> {
  const filed = resolvedInFiles(gitDirsAt(cwd), 'HEAD')
  if (filed !== undefined) return filed
  const { stdout } = await gitOk(cwd, ['rev-parse', '--verify', '--end-of-options', 'HEAD^{commit}'])
  return asCommitHash(stdout.trimEnd())
}

/** The commit that `revision` names, null if there is none. */
export async function resolveCommit(cwd: string, revision: string): Promise<CommitHash | null> {
  const name = `${safeRevision(revision)}^{commit}`
  const filed = resolvedInFiles(gitDirsAt(cwd), revision)
  if (filed !== undefined) return filed
  const { exitCode, stdout } = await git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', name])
  return exitCode === 0 ? asCommitHash(stdout.trimEnd()) : null
}

/** The same from files, if the commit is there; undefined if only git can tell. */
export function resolvedInFiles(dirs: GitDirs, revision: string): CommitHash | undefined {
  const hash = isHash(revision)
    ? revision
    : revision === 'HEAD'
      ? headInFiles(dirs)?.commit
      : refInFiles(dirs, revision)
  return typeof hash === 'string' && commitInFiles(dirs, hash) !== undefined ? asCommitHash(hash) : undefined
}

export async function treeOf(cwd: string, commit: string): Promise<TreeHash> {
  const dirs = gitDirsAt(cwd)
  const filed = knownTree(dirs, commit)
  if (filed !== undefined) return filed
  // To follow `^{tree}`, git would open the tree itself, which a partial clone may lack.
  const args = ['log', '--no-walk', '--format=%T', '--end-of-options', safeRevision(commit), '--']
  const { stdout } = await gitOk(cwd, args)
  const tree = asTreeHash(stdout.trimEnd())
  if (isHash(commit)) rememberTree(dirs, commit, tree)
  return tree
}

/** Whether everything in `ancestor` is also in `descendant`. */
export async function isAncestor(cwd: string, ancestor: string, descendant: string): Promise<boolean> {
  if (ancestor === descendant) return true
  const args = ['merge-base', '--is-ancestor', safeRevision(ancestor), safeRevision(descendant)]
  if (isAncestorInFiles(gitDirsAt(cwd), ancestor, descendant) === true) return true
  const result = await git(cwd, args)
  if (result.exitCode === 1) return false
  if (result.exitCode !== 0) await gitOk(cwd, args)
  return true
}

/** The best common ancestor, null if the two share no history. */
export async function mergeBase(cwd: string, one: string, other: string): Promise<CommitHash | null> {
  const args = ['merge-base', safeRevision(one), safeRevision(other)]
  const result = await git(cwd, args)
  if (result.exitCode === 1) return null
  return asCommitHash((result.exitCode === 0 ? result : await gitOk(cwd, args)).stdout.trimEnd())
}

export interface NewCommit {
  readonly tree: TreeHash
  readonly parents: readonly CommitHash[]
  readonly message: string
  readonly trailers?: readonly Trailer[]
  /** Milliseconds since the epoch; the same commit made again at the same moment has the same hash. */
  readonly at?: number
  readonly identity?: Identity | undefined
}

/** Writes a commit object; no ref moves. */
export async function commitTree(cwd: string, commit: NewCommit): Promise<CommitHash> {
  const parents = commit.parents.flatMap((parent) => ['-p', safeRevision(parent)])
  const { stdout } = await gitOk(cwd, ['commit-tree', ...parents, '-F', '-', safeRevision(commit.tree)], {
    stdin: withTrailers(commit.message, commit.trailers ?? []),
    env: await identityEnvironment(cwd, commit),
  })
  return asCommitHash(stdout.trimEnd())
}

/** When the newest of `commits` was made, in milliseconds since the epoch. */
export async function newestDate(cwd: string, commits: readonly CommitHash[]): Promise<number> {
  const dirs = gitDirsAt(cwd)
  const filed = commits.map((commit) => commitInFiles(dirs, commit)?.at ?? Number.NaN)
  if (!filed.includes(Number.NaN)) return Math.max(...filed)
  const args = ['log', '--no-walk', '--format=%ct', '--end-of-options', ...commits.map(safeRevision), '--']
  const { stdout } = await gitOk(cwd, args)
  return 1_000 * Math.max(...stdout.trimEnd().split('\n').map(Number))
}

/** The newest commit in `range` (a revision, or `a..b`) that carries exactly this trailer, null if none does. */
export async function findCommitByTrailer(
  cwd: string,
  range: string,
  key: string,
  value: string,
): Promise<CommitHash | null> {
  const wanted = trailerText({ key, value })
  const format = `--format=%H%x00%(trailers:key=${key},only=true,unfold=true)%x00`
  const args = [
    'log',
    '-z',
    '--fixed-strings',
    `--grep=${wanted}`,
    format,
    '--end-of-options',
    safeRevision(range),
  ]
  const { stdout } = await gitOk(cwd, [...args, '--'])
  const fields = stdout.split('\0')
  for (let i = 0; i + 1 < fields.length; i += 3) {
    if (fields[i + 1]?.split('\n').includes(wanted)) return asCommitHash(fields[i] ?? '')
  }
  return null
}

/** The newest commit up to `base` that changed the path; `base` if none did. */
export async function lastChangeOf(repoRoot: string, base: CommitHash, path: string): Promise<CommitHash> {
  const { stdout } = await gitOk(repoRoot, ['log', '-1', '--format=%H', base, '--', path])
  return asCommitHash(stdout.trim() || base)
}
