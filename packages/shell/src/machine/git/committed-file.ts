/** Reads files as they are committed, which is what agents and checks in a lane get to see. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { contentInFiles } from './blobs.ts'
import { git } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
import { entryIn } from './tree-files.ts'

/** Null if the last commit of the checkout has no such file. */
export const committedText = (repoRoot: string, path: string): Promise<string | null> =>
  textOn(repoRoot, 'HEAD', path)

/** `ref` is a full name. Null if its commit has no such file. */
export async function textOn(repoRoot: string, ref: string, path: string): Promise<string | null> {
  const name = `${ref}:${path}`
  const filed = contentInFiles(gitDirsAt(repoRoot), name)
  if (filed !== undefined) return filed?.toString('utf8') ?? null
  const { exitCode, stdout } = await git(repoRoot, ['cat-file', 'blob', name])
  return exitCode === 0 ? stdout : null
}

/** What a commit holds never changes, so that it is read once. */
const texts = new Map<string, string | null>()
const keptTexts = 64
const longest = 256 * 1024

/** Null if the commit has no such file. */
export async function textAt(repoRoot: string, commit: CommitHash, path: string): Promise<string | null> {
  const name = `${commit}:${path}`
  const dirs = gitDirsAt(repoRoot)
  const key = `${dirs.commonDir}\0${name}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const filed = contentInFiles(dirs, name)
  if (filed !== undefined) return filed?.toString('utf8') ?? null
  const { exitCode, stdout, stderr } = await git(repoRoot, ['cat-file', 'blob', name])
  const text = exitCode === 0 ? stdout : null
  // Else it may be there and could not be read.
  const isSure = exitCode === 0 ? stdout.length <= longest : /does not exist in/.test(stderr)
  if (isSure) texts.set(key, text)
  const oldest = texts.keys().next().value
  if (texts.size > keptTexts && oldest !== undefined) texts.delete(oldest)
  return text
}

/** Whether the last commit of the checkout has a file or folder of this name. */
export async function isCommitted(repoRoot: string, path: string): Promise<boolean> {
  const filed = entryIn(gitDirsAt(repoRoot), 'HEAD', path)
  if (filed !== undefined) return filed !== null
  return (await git(repoRoot, ['cat-file', '-e', `HEAD:${path}`])).exitCode === 0
}
