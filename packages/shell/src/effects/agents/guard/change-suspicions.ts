/** Reads the whole change of a lane, as far as it is of interest, and holds it against what only the plan may call for. */
import { isUtf8 } from 'node:buffer'
import type { Suspicion } from '@harness/core/effects/run-agent'
import type { CommitHash } from '@harness/core/kernel/ids'
import { type FollowedLines, followedLines, type Manifest } from '@harness/core/work/check-lines'
import {
  installSuspicions,
  isNativeBuild,
  linkSuspicions,
  nameSuspicions,
  nativeBuildSuspicion,
  sizeSuspicions,
  submoduleSuspicions,
  submodulesFile,
  textSuspicions,
} from '@harness/core/work/foreign-content'
import { outwardLinks } from '@harness/core/work/outward-links'
import {
  isManifest,
  isOfInterest,
  type Rules,
  type SuspectFile,
  suspicionsOf,
} from '@harness/core/work/suspicions'
import { readManifest } from '@harness/formats/config/read-manifest'
import { readSubmodules } from '@harness/formats/config/read-submodules'
import { type Blob, type Blobs, withBlobs } from '../../../machine/git/blobs.ts'
import { gitOk } from '../../../machine/git/git.ts'
import { pathText, shownPath } from '../../../machine/git/path-text.ts'
import { createTwinSearch } from './name-twins.ts'
import { isNewName, linkMode, type WholeChange } from './whole-change.ts'

export interface Judged {
  readonly lane: string
  readonly base: CommitHash
  readonly rules: Rules
}

/** The manifests of the base that are needed first: no agent has touched them, and they tell what checks run. */
export const manifestNames = ({ base, rules }: Judged): readonly string[] =>
  followedLines(rules.checks, new Map()).unread.map((folder) => manifestAt(base, folder))

/** What the checks run, by the manifests of the base. */
export function linesOfChecks({
  lane,
  base,
  checks,
}: Pick<Judged, 'lane' | 'base'> & Pick<Rules, 'checks'>): Promise<FollowedLines['lines']> {
  const judged = { lane, base, rules: { checks, governed: [], largestFileBytes: 0 } }
  return withBlobs(lane, manifestNames(judged), (blobs) => linesAt(judged, blobs))
}

const manifestAt = (base: CommitHash, folder: string): string =>
  `${base}:${folder === '' ? '' : `${folder}/`}package.json`

/** `blobs` has every object of the change before and after, and `manifestNames`. */
export async function suspicionsIn(
  judged: Judged,
  change: readonly WholeChange[],
  blobs: Blobs,
): Promise<readonly Suspicion[]> {
  const judgedBy = { ...judged.rules, lines: await linesAt(judged, blobs) }
  const twinOf = createTwinSearch(judged.lane)
  const files: SuspectFile[] = []
  const foreign: Suspicion[] = []
  for (const entry of change) {
    const path = shownPath(entry.path)
    const oldPath = entry.oldPath === null ? null : shownPath(entry.oldPath)
    if (isNewName(entry)) foreign.push(...nameSuspicions(path, await twinOf(entry.path)))
    const before = blobs.get(entry.oldObject)
    const after = entry.mode === linkMode ? undefined : blobs.get(entry.object)
    foreign.push(...(await contentSuspicions(entry, before, after, judgedBy)))
    if (![path, oldPath ?? path].some((each) => isOfInterest(each, judgedBy))) continue
    const texts = { before: await wholeText(before), after: await wholeText(after) }
    files.push({ path, oldPath, ...texts, ...manifests(path, texts) })
  }
  for (const { path, manifest } of files)
    if (manifest !== undefined) foreign.push(...installSuspicions(path, manifest.before, manifest.after))
  return [...suspicionsOf(files, judgedBy), ...foreign, ...(await outwardIn(judged.lane, change))]
}

const wholeText = async (blob: Blob | undefined): Promise<string | null> =>
  blob === undefined ? null : (await blob.bytes()).toString('utf8')

const manifests = (
  path: string,
  { before, after }: Pick<SuspectFile, 'before' | 'after'>,
): Pick<SuspectFile, 'manifest'> =>
  isManifest(path) ? { manifest: { before: readManifest(before), after: readManifest(after) } } : {}

/** What the checks run by the manifests of the base. */
async function linesAt({ lane, base, rules }: Judged, blobs: Blobs): Promise<FollowedLines['lines']> {
  const manifests = new Map<string, Manifest | null>()
  const read = async (known: Blobs, folders: readonly string[]): Promise<void> => {
    for (const folder of folders) {
      const text = await wholeText(known.get(manifestAt(base, folder)))
      manifests.set(folder, text === null ? null : readManifest(text))
    }
  }
  for (let isFirst = true; ; isFirst = false) {
    const { lines, unread } = followedLines(rules.checks, manifests)
    if (unread.length === 0) return lines
    if (isFirst) await read(blobs, unread)
    else {
      const names = unread.map((folder) => manifestAt(base, folder))
      await withBlobs(lane, names, (more) => read(more, unread))
    }
  }
}

async function contentSuspicions(
  entry: WholeChange,
  before: Blob | undefined,
  after: Blob | undefined,
  { largestFileBytes }: Rules,
): Promise<readonly Suspicion[]> {
  if (after === undefined) return []
  const path = shownPath(entry.path)
  const large = sizeSuspicions(path, before?.size ?? null, after.size, largestFileBytes)
  // Its content is judged only if the plan calls for so large a file, and by people then.
  if (after.size > largestFileBytes) return large
  const text = readable(await after.bytes())
  const old = async (): Promise<string> =>
    before === undefined || before.size > largestFileBytes ? '' : (readable(await before.bytes()) ?? '')
  return [
    ...(text === null || textSuspicions(path, '', text).length === 0
      ? []
      : textSuspicions(path, await old(), text)),
    ...(isNewName(entry) && isNativeBuild(path) ? [nativeBuildSuspicion(path)] : []),
    ...(path === submodulesFile
      ? submoduleSuspicions(readSubmodules(await old()), readSubmodules(text))
      : []),
  ]
}

/** Null if it is no text. A NUL alone says nothing: some languages allow it in a comment. */
function readable(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return bytes.includes(0) && !isUtf8(bytes) ? null : bytes.toString('utf8')
}

/** Looks at all links of the tree if the change touches one: another may lead out only because of it. */
async function outwardIn(lane: string, change: readonly WholeChange[]): Promise<readonly Suspicion[]> {
  if (!change.some(({ mode, oldMode }) => mode === linkMode || oldMode === linkMode)) return []
  const { bytes } = await gitOk(lane, ['ls-files', '--stage', '-z'])
  const entries = [...pathText(bytes).matchAll(/120000 ([0-9a-f]+) \d\t([^\0]*)\0/g)]
  const objects = new Map(entries.map(([, object = '', path = '']) => [path, object]))
  return withBlobs(lane, [...objects.values()], async (blobs) => {
    const links = new Map<string, string>()
    for (const [path, object] of objects) links.set(path, (await wholeText(blobs.get(object))) ?? '')
    const changed = new Set(change.flatMap(({ path, oldPath }) => [path, oldPath ?? path]))
    return linkSuspicions(
      outwardLinks(links, changed).map((each) => ({ ...each, path: shownPath(each.path) })),
    )
  })
}
