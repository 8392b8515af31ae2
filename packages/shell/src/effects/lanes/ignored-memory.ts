/**
 * Owns what a lane remembers of its ignored files: `<stateDir>/lanes/.ignored/<lane>.json` says which of them set-up made,
 * and how those stood that the last checks left. Losing it costs nothing but the knowledge.
 */

import { createHash } from 'node:crypto'
import { lstat, opendir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { ifMissing } from '../../machine/disk/if-missing.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { pathBytes } from '../../machine/git/path-text.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import type { LaneRecord } from './lane-record.ts'

/** How an ignored file stood, by its path in the lane; folders end in `/`. */
export type Marks = Readonly<Record<string, string>>

export interface IgnoredMemory {
  readonly version: 1
  readonly setup: Marks
  readonly checks: Marks
  /** Folders with nothing in them that set-up or checks made; git neither ignores nor holds them. */
  readonly empty: readonly string[]
  /** The command whose checks began and have not finished: what is new since then is theirs. */
  readonly checking: string | null
}

export const emptyMemory: IgnoredMemory = { version: 1, setup: {}, checks: {}, empty: [], checking: null }

type Lane = Pick<LaneRecord, 'path'>

const folderOf = (stateDir: string): string => join(lanesDir(stateDir), '.ignored')
const fileOf = (stateDir: string, lane: Lane): string =>
  join(folderOf(stateDir), `${basename(lane.path)}.json`)

/** Null if nothing is known, as of a lane that an earlier version opened. */
export async function readIgnoredMemory(stateDir: string, lane: Lane): Promise<IgnoredMemory | null> {
  try {
    const value = JSON.parse(await readFile(fileOf(stateDir, lane), 'utf8')) as Partial<IgnoredMemory>
    const { version, setup, checks, empty = [], checking = null } = value
    return version === 1 && isMarks(setup) && isMarks(checks)
      ? { version, setup, checks, empty, checking }
      : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const isMarks = (value: unknown): value is Marks => typeof value === 'object' && value !== null

export async function writeIgnoredMemory(
  stateDir: string,
  lane: Lane,
  memory: Omit<IgnoredMemory, 'version'>,
): Promise<void> {
  await makeDir(folderOf(stateDir))
  await durableReplace(fileOf(stateDir, lane), `${JSON.stringify({ version: 1, ...memory })}\n`)
}

export const forgetIgnored = (stateDir: string, lane: Lane): Promise<void> =>
  removeFile(fileOf(stateDir, lane))

/** Folders that set-up makes, such as installed dependencies, count as one: to look inside would cost too much. */
export const setupMarks = (lane: Lane, paths: readonly string[]): Promise<Marks> =>
  marksOf(paths, async (path) => (path.endsWith('/') ? 'folder' : fileMark(join(lane.path, path))))

/** Folders that checks make are looked at whole, up to a size. */
export const checkMarks = (lane: Lane, paths: readonly string[]): Promise<Marks> =>
  marksOf(paths, (path) => (path.endsWith('/') ? folderMark : fileMark)(join(lane.path, path)))

async function marksOf(
  paths: readonly string[],
  mark: (path: string) => Promise<string | null>,
): Promise<Marks> {
  const marks: Record<string, string> = Object.create(null)
  for (const path of paths) {
    const made = await mark(path)
    if (made !== null) marks[path] = made
  }
  return marks
}

/** The time of the last change to the entry itself cannot be set from outside, as the time of the last write can. */
async function fileMark(path: string): Promise<string | null> {
  const stats = await lstat(pathBytes(path), { bigint: true }).catch(ifMissing(null))
  return stats === null ? null : `${stats.mode} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
}

const mostEntries = 2_000

async function folderMark(folder: string): Promise<string> {
  const marks: string[] = []
  const folders = [folder]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for await (const entry of await opendir(at)) {
      if (marks.length >= mostEntries) return 'large folder'
      const path = join(at, entry.name)
      marks.push(`${path}\0${await fileMark(path)}`)
      if (entry.isDirectory()) folders.push(path)
    }
  }
  return createHash('sha256').update(marks.sort().join('\0')).digest('hex')
}
