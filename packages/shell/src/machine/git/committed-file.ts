/** Reads files as they are committed, which is what agents and checks in a lane get to see. */
import { git } from './git.ts'

/** Null if the last commit of the checkout has no such file. */
export async function committedText(repoRoot: string, path: string): Promise<string | null> {
  const { exitCode, stdout } = await git(repoRoot, ['cat-file', 'blob', `HEAD:${path}`])
  return exitCode === 0 ? stdout : null
}

/** Whether the last commit of the checkout has a file or folder of this name. */
export const isCommitted = async (repoRoot: string, path: string): Promise<boolean> =>
  (await git(repoRoot, ['cat-file', '-e', `HEAD:${path}`])).exitCode === 0
