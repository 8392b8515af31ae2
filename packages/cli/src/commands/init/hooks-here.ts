/** Finds the hooks of this clone. None is run. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { git } from '@harness/shell/machine/git/git'
import { gitDirsAt } from '@harness/shell/machine/git/git-dirs'

export async function hooksHere(root: string): Promise<readonly string[]> {
  const { exitCode, stdout } = await git(root, ['config', '--local', '--get', 'core.hooksPath'])
  const named = exitCode === 0 ? stdout.trim() : ''
  const folder = named === '' ? join(gitDirsAt(root).commonDir, 'hooks') : resolve(root, named)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^[a-z-]+$/.test(name)).sort()
}
