/** Owns building a tree from another one without any checkout: an index of its own that holds the first tree. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { asTreeHash, type CommitHash, type TreeHash } from '@harness/core/kernel/ids'
import { gitOk } from './git.ts'
import { safeRevision } from './refs.ts'

type Environment = Readonly<Record<string, string>>

export async function withIndexOf<Result>(
  cwd: string,
  start: CommitHash | TreeHash,
  use: (env: Environment) => Promise<Result>,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), `harness-index-${pid}-`))
  try {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') }
    await gitOk(cwd, ['read-tree', safeRevision(start)], { env })
    return await use(env)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** `entries` are as `git update-index -z --index-info` takes them. Nothing but objects is written. */
export const treeWith = (
  cwd: string,
  start: CommitHash | TreeHash,
  entries: string | Buffer,
): Promise<TreeHash> =>
  withIndexOf(cwd, start, async (env) => {
    await changeIndex(cwd, entries, env)
    return writtenTree(cwd, env)
  })

export async function changeIndex(cwd: string, entries: string | Buffer, env: Environment): Promise<void> {
  await gitOk(cwd, ['update-index', '-z', '--replace', '--index-info'], { env, stdin: entries })
}

export const writtenTree = async (cwd: string, env: Environment): Promise<TreeHash> =>
  asTreeHash((await gitOk(cwd, ['write-tree'], { env })).stdout.trimEnd())
