/**
 * Owns the list of all that set-up made in a worktree, `<stateDir>/lanes/.made/<folder>.json`: by it a later lane in the
 * same worktree can tell that installed dependencies are as set-up left them, and need not be installed again. Without
 * the list, or where anything differs, set-up begins from nothing.
 */
import { createHash } from 'node:crypto'
import { type BigIntStats, lstatSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import type { CommitHash } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { readInside, removeInside } from '../../machine/disk/inside.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { gitOk } from '../../machine/git/git.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import { laneEnvironment } from './lane-environment.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { setUpKey } from './set-up-key.ts'

export interface Made {
  /** What set-up was given to work with, as a digest. */
  readonly inputs: string
  /** The ignored folders that it made; each ends in `/`. */
  readonly folders: readonly string[]
  /** Every entry in them, and by what a change to it is seen. */
  readonly entries: Readonly<Record<string, string>>
}

/** To list more takes longer than it saves. */
const mostEntries = 200_000

const folderOf = (stateDir: string): string => join(lanesDir(stateDir), '.made')
const fileOf = (stateDir: string, path: string): string => join(folderOf(stateDir), `${basename(path)}.json`)

export async function readMade(stateDir: string, path: string): Promise<Made | null> {
  try {
    const { version, ...made } = JSON.parse(await readFile(fileOf(stateDir, path), 'utf8')) as Made & {
      readonly version: unknown
    }
    return version === 1 ? made : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const forgetMade = (stateDir: string, path: string): Promise<void> =>
  removeFile(fileOf(stateDir, path))

/** To be called when set-up has just ended; `ignored` is what git ignores now. */
export async function rememberMade(
  record: LaneRecord,
  commit: CommitHash,
  ignored: readonly string[],
  ports: LanePorts,
): Promise<void> {
  const { lanes, stateDir } = ports
  const folders = ignored.filter((path) => !lanes.copyEnvFiles.includes(path))
  const canStand = lanes.pool > 0 && !isOfThisLane(folders, ports) && (await isAllSeen(record, ports))
  const entries = canStand ? await entriesIn(record.path, folders) : null
  if (entries === null) return forgetMade(stateDir, record.path)
  const made: Made = { inputs: await inputsOf(record, commit, ports), folders, entries }
  await makeDir(folderOf(stateDir))
  await durableReplace(fileOf(stateDir, record.path), `${JSON.stringify({ version: 1, ...made })}\n`)
}

/**
 * Set-up that is undone by teardown, that asks for the lane's name or that writes single files, such as settings with the
 * lane's ports, is taken to be about this one lane.
 */
const isOfThisLane = (paths: readonly string[], { lanes }: LanePorts): boolean =>
  lanes.setup.length === 0 ||
  lanes.teardown.length > 0 ||
  lanes.setup.some((line) => line.includes('HARNESS_')) ||
  paths.some((path) => !path.endsWith('/'))

/** Not if set-up changed a file that is copied again, nor if it made empty folders, of which git tells nothing. */
async function isAllSeen({ path }: LaneRecord, { lanes, repoRoot }: LanePorts): Promise<boolean> {
  for (const file of lanes.copyEnvFiles) {
    const [source, copy] = [await readInside(repoRoot, file), await readInside(path, file)]
    if (source !== null && !(copy?.equals(source) ?? false)) return false
  }
  const { stdout } = await gitOk(path, ['clean', '-nd'])
  return stdout === ''
}

/**
 * Whether all that set-up would work with is the same, and all that it made is as it left it. What others put beside it,
 * as tools do with their caches, is removed.
 */
export async function setUpStands(
  record: LaneRecord,
  commit: CommitHash,
  made: Made,
  ports: LanePorts,
): Promise<boolean> {
  if (isOfThisLane(made.folders, ports) || made.inputs !== (await inputsOf(record, commit, ports)))
    return false
  const now = await entriesIn(record.path, made.folders, async (path) => {
    if (Object.hasOwn(made.entries, path)) return true
    await removeInside(record.path, path)
    return false
  })
  if (now === null) return false
  const paths = Object.keys(made.entries)
  return paths.length === Object.keys(now).length && paths.every((path) => now[path] === made.entries[path])
}

async function inputsOf(record: LaneRecord, commit: CommitHash, ports: LanePorts): Promise<string> {
  const { HARNESS_LANE: _, HARNESS_LANE_BRANCH: __, ...environment } = laneEnvironment(record, ports)
  const hash = createHash('sha256')
  hash.update(await setUpKey(record.path, commit, ports.lanes.setup))
  hash.update(JSON.stringify(Object.entries(environment).sort()))
  for (const file of ports.lanes.copyEnvFiles) {
    const content = await readInside(ports.repoRoot, file)
    hash.update(JSON.stringify([file, content?.length ?? null])).update(content ?? '')
  }
  return hash.digest('hex')
}

/** Null if there are too many, or if a folder is none. `isWanted` may remove what it does not want. */
async function entriesIn(
  root: string,
  folders: readonly string[],
  isWanted: (path: string) => Promise<boolean> = async () => true,
): Promise<Readonly<Record<string, string>> | null> {
  const entries: Record<string, string> = Object.create(null)
  let count = 0
  const left = folders.map((folder) => folder.replace(/\/$/, ''))
  for (const top of left) if (statOf(root, top)?.isDirectory() !== true) return null
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (const name of readdirSync(join(root, at))) {
      if (++count > mostEntries) return null
      if (count % 1_000 === 0) await others()
      const path = `${at}/${name}`
      if (!(await isWanted(path))) continue
      const stats = statOf(root, path)
      if (stats === undefined) continue
      entries[path] = markOf(stats)
      if (stats.isDirectory()) left.push(path)
    }
  }
  return entries
}

/** Synchronous: there are tens of thousands, and each trip to the thread pool would take ten times as long. */
const statOf = (root: string, path: string): BigIntStats | undefined =>
  lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false })

/** The time of the last change to the entry itself cannot be set from outside. A folder's changes with a cache beside it. */
const markOf = (stats: BigIntStats): string =>
  stats.isDirectory() ? `${stats.ino}/` : `${stats.ino} ${stats.ctimeNs}`
