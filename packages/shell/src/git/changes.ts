/** Asks what differs between two states of a repository. */
import { gitOk } from './git.ts'
import { safeRevision } from './refs.ts'
import { withScratchIndex } from './working-tree.ts'

/** Paths that differ between two commits or trees, sorted; a renamed file counts as both its names. */
export async function changedFiles(cwd: string, from: string, to: string): Promise<readonly string[]> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--end-of-options']
  const { stdout } = await gitOk(cwd, [...args, safeRevision(from), safeRevision(to), '--'])
  return stdout.split('\0').filter((path) => path !== '')
}

/**
 * A patch that `git apply --binary` takes, as bytes, since text files need not be UTF-8. Without `to` it leads to
 * the working tree as it is, untracked files included.
 */
export async function diffPatch(cwd: string, from: string, to?: string): Promise<Buffer> {
  const shape = [
    '--binary',
    '--full-index',
    '--no-renames',
    '--no-color',
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ]
  const begin = safeRevision(from)
  if (to !== undefined) {
    const args = ['diff-tree', '-r', '-p', ...shape, '--end-of-options', begin, safeRevision(to), '--']
    return (await gitOk(cwd, args)).bytes
  }
  return withScratchIndex(cwd, async (env) => {
    const args = ['diff-index', '--cached', '-p', ...shape, '--end-of-options', begin, '--']
    return (await gitOk(cwd, args, { env })).bytes
  })
}
