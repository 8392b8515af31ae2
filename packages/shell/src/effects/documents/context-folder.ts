/**
 * Owns the folder in which people leave context for agents, in their own checkout: `<phase>.md`, `inbox/` and
 * `archive/`. Only ordinary files inside the repository count, and a link is never followed. Moving never overwrites.
 */
import { createHash } from 'node:crypto'
import { link, lstat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { longestDrop } from '@harness/formats/documents/context/context-drop'
import type { ContextFile } from '@harness/formats/documents/context/select-context'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate } from '../../machine/disk/durable-write.ts'
import { namesIn } from '../../machine/disk/folder-names.ts'
import { readInside, removeInside } from '../../machine/disk/inside.ts'
import { pathInside } from '../../machine/disk/resolve-inside.ts'

export interface ContextPlace {
  readonly repoRoot: string
  /** Relative to it. */
  readonly contextDir: string
}

/** No character takes more bytes; what is larger is not even read. */
const largestBytes = longestDrop * 4 + 4_096

/** Everything that an agent could be given, sorted by name. Nothing if there is no such folder. */
export async function contextFiles(place: ContextPlace): Promise<readonly ContextFile[]> {
  return [
    ...(await filesIn(place, place.contextDir, 'phase')),
    ...(await filesIn(place, inboxOf(place), 'inbox')),
  ]
}

const inboxOf = ({ contextDir }: ContextPlace): string => `${contextDir}/inbox`
const archiveOf = ({ contextDir }: ContextPlace): string => `${contextDir}/archive`

async function filesIn(
  { repoRoot }: ContextPlace,
  folder: string,
  place: ContextFile['place'],
): Promise<readonly ContextFile[]> {
  const names = (await namesIn(dirname(await pathInside(repoRoot, `${folder}/any`))))
    .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
    .sort()
  const files: ContextFile[] = []
  for (const name of names) {
    const file = await fileAt(repoRoot, `${folder}/${name}`, place)
    if (file !== null) files.push(file)
  }
  return files
}

async function fileAt(
  repoRoot: string,
  path: string,
  place: ContextFile['place'],
): Promise<ContextFile | null> {
  const unusable = (problem: string): ContextFile => ({ path, place, digest: '', problem })
  const stats = await lstat(await pathInside(repoRoot, path)).catch(() => null)
  if (stats === null) return null
  if (!stats.isFile()) return unusable(stats.isSymbolicLink() ? 'it is a link' : 'it is not a file')
  if (stats.size > largestBytes) return unusable(`${stats.size} bytes, more than a prompt could hold`)
  const bytes = await readInside(repoRoot, path)
  if (bytes === null) return null
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { path, place, digest, text: bytes.toString('utf8'), problem: null }
}

/** Files a drop in the inbox under a name of its own; its path. */
export async function addDrop(
  place: ContextPlace,
  date: string,
  slug: string,
  text: string,
): Promise<string> {
  for (let count = 1; ; count++) {
    const path = `${inboxOf(place)}/${date}-${slug}${count === 1 ? '' : `-${count}`}.md`
    const target = await pathInside(place.repoRoot, path)
    await makeDir(dirname(target))
    if (await durableCreate(target, text)) return path
  }
}

/** Moves a drop out of agents' sight; its new path. Linked there first, so that nothing can be overwritten. */
export async function archiveDrop(place: ContextPlace, name: string): Promise<string> {
  const from = await pathInside(place.repoRoot, `${inboxOf(place)}/${name}`)
  for (let count = 1; ; count++) {
    const path = `${archiveOf(place)}/${name.replace(/\.md$/, '')}${count === 1 ? '' : `-${count}`}.md`
    const target = await pathInside(place.repoRoot, path)
    await makeDir(dirname(target))
    try {
      await link(from, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    await unlink(from)
    return path
  }
}

export const deleteDrop = (place: ContextPlace, name: string): Promise<void> =>
  removeInside(place.repoRoot, `${inboxOf(place)}/${name}`)
