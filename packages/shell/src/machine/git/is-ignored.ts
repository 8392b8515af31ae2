import { GitError, git } from './git.ts'

/** Whether git would keep it out of a commit. A tracked file counts as it is, whatever the rules say. `path` has no wildcards. */
export async function isIgnored(cwd: string, path: string): Promise<boolean> {
  const args = ['check-ignore', '--quiet', '--', path]
  const result = await git(cwd, args)
  if (result.exitCode > 1) throw new GitError({ args, cwd }, result)
  return result.exitCode === 0
}

/** Whether git would take it into a commit. False if git cannot tell: in a submodule, or behind a symbolic link. */
export const isCommittable = async (cwd: string, path: string): Promise<boolean> =>
  (await git(cwd, ['check-ignore', '--quiet', '--', path])).exitCode === 1
