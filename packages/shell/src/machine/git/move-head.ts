/**
 * Moves the HEAD of a lane without any file following. Written as git itself writes it, since a process for it takes longer
 * than the rest; a repository that keeps its refs in another form is left to git.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { durableReplace } from '../disk/durable-write.ts'
import { gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'

export async function attachHead(lane: string, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`
  if (!(await written(lane, `ref: ${ref}\n`))) await gitOk(lane, ['symbolic-ref', 'HEAD', ref])
}

export async function detachHead(lane: string, commit: CommitHash): Promise<void> {
  if (!(await written(lane, `${commit}\n`))) await gitOk(lane, ['update-ref', '--no-deref', 'HEAD', commit])
}

async function written(lane: string, text: string): Promise<boolean> {
  const { gitDir, commonDir } = gitDirsAt(lane)
  if (existsSync(join(commonDir, 'reftable'))) return false
  await durableReplace(join(gitDir, 'HEAD'), text)
  return true
}
