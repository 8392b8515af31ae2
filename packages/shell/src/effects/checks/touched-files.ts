/** Finds the files of a change that decide what its checks show: tests, what they stand on, settings, scripts of checks. */

import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { Check } from '@harness/core/kernel/check'
import type { CommitHash } from '@harness/core/kernel/ids'
import { inputKind } from '@harness/core/work/check-inputs'
import { entryKind } from '@harness/core/work/entry-files'
import { isMixedManifest, withBasesPart } from '@harness/core/work/mixed-manifests'
import { type ProofKind, proofKind } from '@harness/core/work/proof-files'
import { isManifest, isTest } from '@harness/core/work/test-files'
import { withChecksOf } from '@harness/formats/config/manifest-checks'
import { withBlobs } from '../../machine/git/blobs.ts'
import { gitOk } from '../../machine/git/git.ts'
import { pathBytes } from '../../machine/git/path-text.ts'
import { treeChanges } from '../../machine/git/tree-files.ts'
import type { TreeEntry } from '../../machine/git/tree-object.ts'
import { innerVersions } from './inner-versions.ts'
import { linesOfChecks } from './lines-of-checks.ts'
import { loadedByTests } from './loaded-by-tests.ts'
import type { Script } from './script-lines.ts'
import { isInToolFolder, rankOf, type ScriptRank } from './script-rank.ts'
import { standIns } from './stand-ins.ts'

/** A file of the change, with what the base and the new tree have there. */
export interface TouchedFile {
  /** To be taken for bytes by `pathBytes`. */
  readonly path: string
  readonly kind: Exclude<ProofKind, 'instructions to agents'>
  readonly before: Version | null
  readonly after: Version | null
  /** Of a script that may be the product: the new version with the tests that stand in the base's. */
  readonly inner?: Version
  /** Of a script of a check. */
  readonly rank?: ScriptRank
}

export type Version = TreeEntry

export async function touchedFiles(
  repository: string,
  base: CommitHash,
  commit: CommitHash,
  checks: readonly Check[],
  setUp: readonly string[] = [],
): Promise<readonly TouchedFile[]> {
  const changed = await treeChanges(repository, base, commit)
  if (changed.length === 0) return []
  const followed = await linesOfChecks(repository, base, checks)
  const { own: ownLines, lines, scripts } = followed
  const inSetUp = (
    await linesOfChecks(
      repository,
      base,
      setUp.map((run) => ({ run })),
    )
  ).lines
  const loaded = await loadedByTests(
    repository,
    base,
    changed.flatMap(({ path, before }) => (before === null ? [] : [path])),
  )
  const added = changed.flatMap(({ path, before, after }) =>
    before === null && after !== null ? [{ path, ...after }] : [],
  )
  const gone = new Set(changed.filter(({ after }) => after === null).map(({ path }) => path))
  const standing = await standIns(repository, base, added, gone, followed)
  const inner = await innerVersions(repository, changed)
  const touched: TouchedFile[] = []
  for (const entry of changed) {
    const isBeside =
      entry.before !== null &&
      (loaded.has(entry.path) || scripts.some((script) => isPartOf(script, entry.path)))
    const input = entry.before === null ? null : inputKind(ownLines, entry.path)
    // What set-up runs decides what checks load.
    const setsUp = entry.before !== null && entryKind(inSetUp, entry.path) === 'script'
    const own = inner.get(entry.path)
    const known = proofKind(entry.path, lines)
    const kind =
      (isAmongProduct(entry.path, known, own) ? 'script of a check' : known) ??
      (input === null ? null : kindOfInput[input]) ??
      (setsUp ? 'script of a check' : null) ??
      (isBeside ? 'script of a check' : standing.has(entry.path) ? 'settings' : null)
    if (kind === null && own !== undefined) touched.push({ ...entry, kind: 'settings', before: own })
    if (kind === null || kind === 'instructions to agents') continue
    const rank = setsUp
      ? 1
      : (Math.min(rankOf(entry.path, followed), loaded.has(entry.path) ? 1 : 2) as ScriptRank)
    const script = kind === 'script of a check' ? { rank } : {}
    const named = own !== undefined && kind === 'script of a check' ? { inner: own } : {}
    const whole = { ...entry, kind, ...named, ...script }
    const file = standing.has(entry.path) ? whole : await asItDecides(repository, whole)
    if (file !== null) touched.push(file)
  }
  return touched
}

/** A line may name a file of the product for the tests in it. */
const isAmongProduct = (path: string, kind: ProofKind | null, inner: Version | undefined): boolean =>
  kind === 'test' && inner !== undefined && !isTest(path)

const kindOfInput = { test: 'test', script: 'script of a check', support: 'test support' } as const

/** In the folder of a script, or named by it: what the script reads or loads. Code is the product, unless it is in a folder of tools. */
function isPartOf({ path: script, text }: Script, path: string): boolean {
  const name = basename(path)
  return (
    (isInToolFolder(script) && dirname(path) === dirname(script)) ||
    (dataFile.test(path) && name.length > 3 && text.includes(name))
  )
}

const dataFile = /\.(?:mk|json|jsonc|ndjson|ya?ml|toml|csv|tsv|txt|md|html?|xml|svg|sql|snap|golden)$/i
/** Whether a new version of the file may hold tests that the base does not have. */
export const bringsTests = ({ kind, path, after }: TouchedFile): boolean =>
  after !== null && (kind === 'test' || isTest(path))

/**
 * Of a manifest only what bears on tests decides. What it installs belongs to the product, so the base's version is the new
 * one with the base's scripts and settings. Null if nothing of the file that decides has changed.
 */
async function asItDecides(repository: string, file: TouchedFile): Promise<TouchedFile | null> {
  const { path, before, after } = file
  if (!isManifest(path) && !isMixedManifest(path)) return file
  if (after === null) return file
  if (before === null && isManifest(path)) return null
  const objects = [...(before === null ? [] : [before.object]), after.object]
  const [was, is] = await withBlobs(repository, objects, (blobs) =>
    Promise.all(
      [before, after].map(async (version) => {
        const bytes = version === null ? undefined : await blobs.get(version.object)?.bytes()
        return bytes === undefined ? null : bytes.toString('utf8')
      }),
    ),
  )
  const text = isManifest(path)
    ? withChecksOf(was ?? '', is ?? '')
    : withBasesPart(path, was ?? null, is ?? '')
  if (text === null) return null
  const { stdout } = await gitOk(repository, ['hash-object', '-w', '--stdin'], { stdin: text })
  return { ...file, before: { mode: (before ?? after).mode, object: stdout.trimEnd() } }
}

/** Differs if one of the files gets another content, another mode, or goes. */
export const contentsOf = (files: readonly TouchedFile[]): string =>
  createHash('sha256').update(indexEntries(files, 'after')).digest('hex')

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
