/** Makes a repository in a folder that is none yet. The one call that has no repository whose config could be in the way. */

import { searchEnvironment } from '../process/program-search.ts'
import { runProcess } from '../process/run-process.ts'
import { GitError } from './git-error.ts'
import { fixedEnvironment, withoutGlobalConfig } from './hardening.ts'

export async function newRepository(folder: string, branch: string): Promise<void> {
  const args = ['init', '--quiet', '--template=', `--initial-branch=${branch}`]
  const { exitCode, tail } = await runProcess({
    file: 'git',
    args,
    cwd: folder,
    env: { ...searchEnvironment(), ...withoutGlobalConfig, ...fixedEnvironment },
    limits: { wallMs: 60_000, outputBytes: 1 << 20 },
    descendants: 'group',
  })
  if (exitCode !== 0) throw new GitError({ args, cwd: folder }, { exitCode, stderr: tail })
}
