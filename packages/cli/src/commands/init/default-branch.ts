/** Finds the branch that work is merged into: what the remote calls its own, else main or master, else the one checked out. */
import { git } from '@harness/shell/machine/git/git'
import { currentBranch, readRef } from '@harness/shell/machine/git/refs'

export async function defaultBranch(root: string): Promise<string> {
  const { exitCode, stdout } = await git(root, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'])
  const remote = stdout.trim().replace(/^refs\/remotes\/origin\//, '')
  const candidates = [...(exitCode === 0 && remote !== '' ? [remote] : []), 'main', 'master']
  for (const name of candidates) if ((await readRef(root, `refs/heads/${name}`)) !== null) return name
  return (await currentBranch(root)) ?? 'main'
}
