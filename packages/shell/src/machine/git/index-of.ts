/** Owns building a tree from a commit's without any checkout: an index of its own that holds the commit's tree. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { gitOk } from './git.ts'

export async function withIndexOf<Result>(
  cwd: string,
  commit: CommitHash,
  use: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'harness-index-'))
  try {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') }
    await gitOk(cwd, ['read-tree', commit], { env })
    return await use(env)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
