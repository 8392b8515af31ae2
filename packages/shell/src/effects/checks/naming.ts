/** Finds the files of a commit that name something, and reads some of them. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { withBlobs } from '../../machine/git/blobs.ts'
import { git } from '../../machine/git/git.ts'
import { pathText } from '../../machine/git/path-text.ts'
import { treeFiles } from '../../machine/git/tree-files.ts'

export interface Place {
  readonly repository: string
  readonly base: CommitHash
}

/** `what` are options and patterns of `git grep`. */
export async function naming(
  { repository, base }: Place,
  what: readonly string[],
): Promise<readonly string[]> {
  const { bytes } = await git(repository, ['grep', '-l', '-z', ...what, base, '--'])
  return namesIn(bytes).map((name) => name.slice(base.length + 1))
}

const namesIn = (bytes: Buffer): readonly string[] =>
  pathText(bytes)
    .split('\0')
    .filter((name) => name !== '')

/** All files of the commit in this folder. */
export async function filesIn(folder: string, { repository, base }: Place): Promise<readonly string[]> {
  const start = folder === '' ? '' : `${folder}/`
  return (await treeFiles(repository, base)).flatMap(({ path }) => (path.startsWith(start) ? [path] : []))
}

/** Longer files are made by programs. */
const mostBytes = 1024 * 1024

/** By path; what is missing or too long is not in it. */
export async function textsOf(
  paths: readonly string[],
  { repository, base }: Place,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const nameOf = (path: string): string => `${base}:${path}`
  await withBlobs(repository, paths.map(nameOf), async (blobs) => {
    for (const path of paths) {
      const blob = blobs.get(nameOf(path))
      if (blob === undefined || blob.size > mostBytes) continue
      texts.set(path, (await blob.bytes()).toString('utf8'))
    }
  })
  return texts
}
