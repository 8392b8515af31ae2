/** Owns the repository that a run is played again in: new, at the commit the run began from, sharing the old objects. */
import { appendFile, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { newRepository } from '../../machine/git/new-repository.ts'
import { updateRef } from '../../machine/git/refs.ts'

/**
 * Nothing in `original` is written; its objects must stay as long as the copy is used. The folder around it is its own: the
 * lanes of the replay are beside the repository.
 */
export async function freshRepository(original: string, branch: string, commit: CommitHash): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'harness-replay-')), 'repository')
  await mkdir(folder)
  await newRepository(folder, branch)
  const { commonDir } = gitDirsAt(original)
  await appendFile(join(folder, '.git/objects/info/alternates'), `${join(commonDir, 'objects')}\n`)
  await updateRef(folder, `refs/heads/${branch}`, commit, null)
  await gitOk(folder, ['reset', '--hard', '--quiet'])
  return folder
}
