/** Reads files as they are committed, which is what agents and checks in a lane get to see. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { git } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'

/** Null if the last commit of the checkout has no such file. */
export async function committedText(repoRoot: string, path: string): Promise<string | null> {
  const { exitCode, stdout } = await git(repoRoot, ['cat-file', 'blob', `HEAD:${path}`])
  return exitCode === 0 ? stdout : null
}

/** What a commit holds never changes, so that it is read once. */
const texts = new Map<string, string | null>()
const keptTexts = 64
const longest = 256 * 1024

/** Null if the commit has no such file. */
export async function textAt(repoRoot: string, commit: CommitHash, path: string): Promise<string | null> {
  const name = `${commit}:${path}`
  const key = `${gitDirsAt(repoRoot).commonDir}\0${name}`
  const known = texts.get(key)
  if (known !== undefined) return known
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
export const isCommitted = async (repoRoot: string, path: string): Promise<boolean> =>
  (await git(repoRoot, ['cat-file', '-e', `HEAD:${path}`])).exitCode === 0
