/** Reads the whole change of a lane, as far as it is of interest, and holds it against what only the plan may call for. */
import { isUtf8 } from 'node:buffer'
import type { Suspicion } from '@harness/core/effects/run-agent'
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
import { governedEdit, type Rules } from '@harness/core/work/suspicions'
import { isManifest } from '@harness/core/work/test-files'
import { readManifest } from '@harness/formats/config/read-manifest'
import { readSubmodules } from '@harness/formats/config/read-submodules'
import { type Blob, type Blobs, withBlobs } from '../../../machine/git/blobs.ts'
import { gitOk } from '../../../machine/git/git.ts'
import { pathText, shownPath } from '../../../machine/git/path-text.ts'
import { createTwinSearch } from './name-twins.ts'
import { isNewName, linkMode, type WholeChange } from './whole-change.ts'

/** `blobs` has every object of the change before and after. */
export async function suspicionsIn(
  { lane, rules }: { readonly lane: string; readonly rules: Rules },
  change: readonly WholeChange[],
  blobs: Blobs,
): Promise<readonly Suspicion[]> {
  const twinOf = createTwinSearch(lane)
  const governed: Suspicion[] = []
  const foreign: Suspicion[] = []
  const installing: Suspicion[] = []
  for (const entry of change) {
    const path = shownPath(entry.path)
    const oldPath = entry.oldPath === null ? null : shownPath(entry.oldPath)
    if (isNewName(entry)) foreign.push(...nameSuspicions(path, await twinOf(entry.path)))
    const before = blobs.get(entry.oldObject)
    const after = entry.mode === linkMode ? undefined : blobs.get(entry.object)
    foreign.push(...(await contentSuspicions(entry, before, after, rules)))
    if (entry.object !== entry.oldObject)
      governed.push(...governedEdit([path, ...(oldPath === null ? [] : [oldPath])], rules))
    if (isManifest(path)) {
      const [was, is] = [readManifest(await wholeText(before)), readManifest(await wholeText(after))]
      installing.push(...installSuspicions(path, was, is))
    }
  }
  return [...governed, ...foreign, ...installing, ...(await outwardIn(lane, change))]
}

const wholeText = async (blob: Blob | undefined): Promise<string | null> =>
  blob === undefined ? null : (await blob.bytes()).toString('utf8')

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
