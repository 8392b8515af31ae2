/**
 * Owns templates of set-up: the ignored folders that `lanes.setup` made once, moved to `templates/<id>/` beside the lanes
 * and never written again. Every confined lane with the same inputs sees them as layers over its own files, without a copy.
 * What programs write there stays in a folder of the lane. Safe to repeat: the record of a template is written last, and a
 * lane without its mark is set up again.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { gitDirIfWhole, gitDirsAt } from '../../machine/git/git-dirs.ts'
import { readIfThere } from '../../machine/git/read-if-there.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { namesOwnPlace } from './names-own-place.ts'
import { removeUnusedTemplates, templateMark, templateRecord } from './unused-templates.ts'

export interface Template {
  readonly id: string
  /** Relative to the top of a lane. */
  readonly folders: readonly string[]
}

/** Each is a mount when a program starts. */
const mostFolders = 32

/**
 * Folders that package managers fill. Others, such as the output of a build, stay in the lane: checks remove and rename
 * those as a whole, and a mount point cannot be removed.
 */
const ofPackages = new Set(['node_modules', 'bower_components', '.venv', 'venv', 'vendor', 'deps', 'Pods'])
const templatesIn = (lane: string): string => join(dirname(lane), 'templates')
const recordOf = (lane: string, id: string): string => templateRecord(templatesIn(lane), id)
/** Where programs of the lane write over its template. */
export const layersIn = (lane: string): string => `${lane}.layers`
const markOf = (lane: string): string => join(gitDirsAt(lane).gitDir, templateMark)

export const templateFolder = (lane: string, id: string): string => join(templatesIn(lane), id)

/** Null if the lane has none. */
export function templateOf(lane: string): Template | null {
  // A folder without a repository is no lane of ours; agents can work there all the same.
  const gitDir = gitDirIfWhole(lane)
  const id = gitDir === null ? undefined : textAt(join(gitDir, templateMark))
  return id === undefined ? null : readTemplate(lane, id)
}

/**
 * Sets the lane up from a template. If there is none yet, `install` runs in the lane and returns the ignored paths that are
 * there then; they become the template if they can, and if nothing but the harness has written in this place. Returns the
 * paths that were made; null if this lane cannot have a template: nothing was done then.
 */
export async function setUpFromTemplate(
  { path }: LaneRecord,
  id: string,
  isPristine: boolean,
  signal: AbortSignal,
  ports: LanePorts,
  install: () => Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  if (isOfThisLane(ports) || !(await ports.sandbox.canLayer())) return null
  const folder = templatesIn(path)
  await makeDir(folder)
  const work = async (): Promise<readonly string[] | null> => {
    const known = readTemplate(path, id)
    if (known === null && !isPristine) return null
    const made = known === null ? await install() : known.folders
    const template = known ?? (await keepTemplate(path, id, made))
    if (template !== null) await give(path, template)
    return made
  }
  // Others wait for it instead of installing the same.
  const made = await withLock(join(folder, `${id}.making`), work, { waitMs: longestSetUpMs, signal })
  await removeUnusedTemplates(folder, gitDirsAt(path).commonDir)
  return made
}

const longestSetUpMs = 30 * 60_000

/** Set-up that is undone by teardown, or that asks for the lane's name or ports, is about one lane. */
export const isOfThisLane = ({ lanes }: Pick<LanePorts, 'lanes'>): boolean =>
  lanes.teardown.length > 0 || lanes.setup.some((line) => line.includes('HARNESS_'))

function readTemplate(lane: string, id: string): Template | null {
  const { folders } = jsonObjectIn(textAt(recordOf(lane, id)) ?? '') ?? {}
  const isList = Array.isArray(folders) && folders.every((folder) => typeof folder === 'string')
  if (!isList || !existsSync(templateFolder(lane, id))) return null
  return { id, folders: folders as readonly string[] }
}

/** Null if what was installed has to stay in the lane. */
async function keepTemplate(path: string, id: string, ignored: readonly string[]): Promise<Template | null> {
  const folders = ignored.filter((entry) => entry.endsWith('/')).map((entry) => entry.slice(0, -1))
  const areOfPackages = folders.every((folder) => ofPackages.has(basename(folder)))
  const isFit =
    areOfPackages && folders.length === ignored.length && folders.length > 0 && folders.length <= mostFolders
  if (!isFit || (await namesOwnPlace(path, folders))) return null
  const half = join(templatesIn(path), `half-${basename(path)}`)
  await removeTree(half)
  for (const folder of folders) {
    await mkdir(dirname(join(half, folder)), { recursive: true })
    await rename(join(path, folder), join(half, folder))
  }
  await removeTree(templateFolder(path, id))
  await rename(half, templateFolder(path, id))
  await durableReplace(recordOf(path, id), `${JSON.stringify({ version: 1, folders })}\n`)
  return { id, folders }
}

/** A folder is mounted over one that is there. */
async function give(lane: string, { id, folders }: Template): Promise<void> {
  for (const folder of folders) await mkdir(join(lane, folder), { recursive: true })
  await durableReplace(markOf(lane), id)
  const now = new Date()
  await utimes(recordOf(lane, id), now, now)
}

/** The lane has no template any more, and nothing of what programs wrote over it. */
export async function dropTemplate(lane: string): Promise<void> {
  if (existsSync(lane)) await removeFile(markOf(lane))
  await dropLayers(lane)
}

export const dropLayers = (lane: string): Promise<void> => removeTree(layersIn(lane))

const textAt = (path: string): string | undefined => readIfThere(path)?.toString('utf8')
