/** Writes, of changed files of the product, the versions with the tests that stand in the base's, and without new notes to tools. */
import { isCode, withInnerTestsOf } from '@harness/core/work/inner-tests'
import { type Blobs, withBlobs } from '../../machine/git/blobs.ts'
import { gitOk } from '../../machine/git/git.ts'
import type { TouchedFile, Version } from './touched-files.ts'

type Changed = Pick<TouchedFile, 'path' | 'before' | 'after'>

/** Longer files are made by programs. */
const mostBytes = 1024 * 1024

/** By path; a file is not in it if nothing there bears on checks. */
export async function innerVersions(
  repository: string,
  changed: readonly Changed[],
): Promise<ReadonlyMap<string, Version>> {
  const code = changed.filter(({ path, after }) => isCode(path) && after?.mode.startsWith('100'))
  const objects = code.flatMap(({ before, after }) => [before, after].map((version) => version?.object ?? ''))
  const versions = new Map<string, Version>()
  await withBlobs(
    repository,
    objects.filter((object) => object !== ''),
    async (blobs) => {
      for (const { path, before, after } of code) {
        const [was, is] = [await textOf(before, blobs), await textOf(after, blobs)]
        const text = after === null || is === null ? null : withInnerTestsOf(path, was, is)
        if (after === null || text === null) continue
        const { stdout } = await gitOk(repository, ['hash-object', '-w', '--stdin'], { stdin: text })
        versions.set(path, { mode: after.mode, object: stdout.trimEnd() })
      }
    },
  )
  return versions
}

/** Null if there is none, or no text. */
async function textOf(version: Version | null, blobs: Blobs): Promise<string | null> {
  const blob = version === null ? undefined : blobs.get(version.object)
  if (blob === undefined || blob.size > mostBytes) return null
  const bytes = await blob.bytes()
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : null
}
