/** Reads what checks run: their own lines, the package scripts that these call, and the shell scripts they lead to. */
import type { Check } from '@harness/core/kernel/check'
import type { CommitHash } from '@harness/core/kernel/ids'
import { followedLines, type Manifest } from '@harness/core/work/check-lines'
import { readManifest } from '@harness/formats/config/read-manifest'
import { withBlobs } from '../../machine/git/blobs.ts'
import { type Followed, withScriptLines } from './script-lines.ts'

/** By the files of `commit`. */
export async function linesOfChecks(
  repository: string,
  commit: CommitHash,
  checks: readonly Pick<Check, 'run'>[],
): Promise<Followed> {
  const manifests = new Map<string, Manifest | null>()
  for (;;) {
    const { lines, unread } = followedLines(checks, manifests)
    if (unread.length === 0) return withScriptLines(repository, commit, lines)
    const nameOf = (folder: string): string => `${commit}:${folder === '' ? '' : `${folder}/`}package.json`
    await withBlobs(repository, unread.map(nameOf), async (blobs) => {
      for (const folder of unread) {
        const text = (await blobs.get(nameOf(folder))?.bytes())?.toString('utf8') ?? null
        manifests.set(folder, text === null ? null : readManifest(text))
      }
    })
  }
}
