/** Finds the files of a change that decide what its checks show: tests, what they stand on, settings, scripts of checks. */
import type { Check } from '@harness/core/kernel/check'
import type { CommitHash } from '@harness/core/kernel/ids'
import { type ProofKind, proofKind } from '@harness/core/work/proof-files'
import { isManifest, isSectioned, isTest, toolSections } from '@harness/core/work/test-files'
import { withChecksOf } from '@harness/formats/config/manifest-checks'
import { withBlobs } from '../../machine/git/blobs.ts'
import { gitOk } from '../../machine/git/git.ts'
import { pathBytes, pathText } from '../../machine/git/path-text.ts'
import { linesOfChecks } from './lines-of-checks.ts'

/** A file of the change, with what the base and the new tree have there. */
export interface TouchedFile {
  /** To be taken for bytes by `pathBytes`. */
  readonly path: string
  readonly kind: Exclude<ProofKind, 'instructions to agents'>
  readonly before: Version | null
  readonly after: Version | null
}

export interface Version {
  readonly mode: string
  readonly object: string
}

export async function touchedFiles(
  repository: string,
  base: CommitHash,
  commit: CommitHash,
  checks: readonly Check[],
): Promise<readonly TouchedFile[]> {
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames', base, commit, '--']
  const { bytes } = await gitOk(repository, args)
  if (bytes.length === 0) return []
  const lines = await linesOfChecks(repository, base, checks)
  const touched: TouchedFile[] = []
  for (const entry of entriesIn(pathText(bytes))) {
    const kind = proofKind(entry.path, lines)
    if (kind === null || kind === 'instructions to agents') continue
    const file = await asItDecides(repository, { ...entry, kind })
    if (file !== null) touched.push(file)
  }
  return touched
}

/** Whether a new version of the file may hold tests that the base does not have. */
export const bringsTests = ({ kind, path, after }: TouchedFile): boolean =>
  after !== null && (kind === 'test' || isTest(path))

function entriesIn(raw: string): readonly Omit<TouchedFile, 'kind'>[] {
  const fields = raw.split('\0')
  return fields.flatMap((head, at) => {
    const path = fields[at + 1]
    if (!head.startsWith(':') || path === undefined) return []
    const [oldMode = '', mode = '', oldObject = '', object = ''] = head.slice(1).split(' ')
    return [{ path, before: version(oldMode, oldObject), after: version(mode, object) }]
  })
}

const version = (mode: string, object: string): Version | null =>
  /^0+$/.test(mode) ? null : { mode, object }

/**
 * Of a manifest only the scripts and the settings of tools decide. What it installs belongs to the product, so the base's
 * version is the new one with the base's scripts and settings. Null if nothing of the file that decides has changed.
 */
async function asItDecides(repository: string, file: TouchedFile): Promise<TouchedFile | null> {
  const { path, before, after } = file
  if (!isManifest(path) && !isSectioned(path)) return file
  if (before === null || after === null) return before === null ? null : file
  const [was, is] = await withBlobs(repository, [before.object, after.object], (blobs) =>
    Promise.all(
      [before, after].map(async ({ object }) => (await blobs.get(object)?.bytes())?.toString('utf8') ?? ''),
    ),
  )
  if (isSectioned(path)) return toolSections(was ?? '') === toolSections(is ?? '') ? null : file
  const text = withChecksOf(was ?? '', is ?? '')
  if (text === null) return null
  const { stdout } = await gitOk(repository, ['hash-object', '-w', '--stdin'], { stdin: text })
  return { ...file, before: { ...before, object: stdout.trimEnd() } }
}

/** As git takes entries of an index: mode, object and path of each file; a removed one has the mode 0. */
export const indexEntries = (files: readonly TouchedFile[], which: 'before' | 'after'): Buffer =>
  Buffer.concat(
    // What goes makes room first: a folder may take the place of a file.
    [...files]
      .sort((one, other) => Number(one[which] !== null) - Number(other[which] !== null))
      .flatMap((file) => {
        const { object: other = '' } = file.before ?? file.after ?? {}
        const { mode, object } = file[which] ?? { mode: '0', object: other.replace(/./g, '0') }
        return [Buffer.from(`${mode} ${object}\t`), pathBytes(file.path), Buffer.from('\0')]
      }),
  )
