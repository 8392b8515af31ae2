/**
 * Keeps a person's uncommitted lines out of a commit. The run changed a file that had such lines when it began: what it changed
 * there is merged into the committed file. Nothing but objects is written.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import type { CommitHash } from '@harness/core/kernel/ids'
import { blobBytes } from '../../machine/git/blobs.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { safeRevision } from '../../machine/git/refs.ts'

interface ChangedFile {
  readonly path: string
  /** The file as it was when the run began, and as the run left it: blobs of the repository. */
  readonly before: string
  readonly after: string
}

/** The blob of the file in `head` with the run's change; null if the two cannot be told apart. */
export async function withoutOwnLines(
  repository: string,
  head: CommitHash,
  { path, before, after }: ChangedFile,
): Promise<string | null> {
  const committed = await blobIn(repository, head, path)
  if (committed === null) return null
  const scratch = await mkdtemp(join(tmpdir(), `harness-merge-${pid}-`))
  try {
    const files: string[] = []
    for (const blob of [committed, before, after]) {
      const bytes = await blobBytes(repository, blob)
      files.push(join(scratch, String(files.length)))
      await writeFile(files.at(-1) ?? '', bytes)
    }
    const merged = await git(repository, ['merge-file', '-p', '--quiet', ...files])
    if (merged.exitCode !== 0) return null
    const { stdout } = await gitOk(repository, ['hash-object', '-w', '--stdin'], { stdin: merged.bytes })
    return stdout.trimEnd()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Null if the commit has no plain file there. */
async function blobIn(repository: string, commit: CommitHash, path: string): Promise<string | null> {
  const env = { GIT_LITERAL_PATHSPECS: '1' }
  const args = ['ls-tree', '-z', '--full-tree', safeRevision(commit), '--', path]
  const { stdout } = await gitOk(repository, args, { env })
  return /^100\d{3} blob (\S+)\t/.exec(stdout)?.[1] ?? null
}
