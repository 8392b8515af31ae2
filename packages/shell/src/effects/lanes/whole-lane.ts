/**
 * Owns that a lane holds all files of its commit, however sparse the user's own checkout is: `git worktree add` hands the
 * user's choice on, and files that are left out would pass for deleted. Doing it again changes nothing.
 */
import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSettings } from '../../machine/git/config-file.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'

/** Without patterns git leaves nothing out, whatever the settings say. Files are written by the next reset. */
export async function makeWhole(path: string): Promise<void> {
  const { gitDir } = gitDirsAt(path)
  const patterns = join(gitDir, 'info/sparse-checkout')
  if (!existsSync(patterns)) return
  await rm(patterns)
  // Git makes no such folder for a worktree by itself.
  await rmdir(dirname(patterns)).catch(() => {})
  await dropSettings(path, join(gitDir, 'config.worktree'))
}

const sparseKeys: ReadonlySet<string> = new Set([
  'core.sparsecheckout',
  'core.sparsecheckoutcone',
  'index.sparse',
])

/** So that people and agents who call git in the lane are not told that it is sparse. */
async function dropSettings(path: string, file: string): Promise<void> {
  const keys = (await readSettings([file])).map(({ key }) => key)
  if (keys.every((key) => sparseKeys.has(key))) return rm(file, { force: true })
  for (const key of new Set(keys.filter((it) => sparseKeys.has(it))))
    await gitOk(path, ['config', '--file', file, '--unset-all', key])
}
