/**
 * Owns which lanes are kept warm for the next one: `<stateDir>/lanes/.pool/<folder>.json`, one for each. A lane's folder
 * never moves, since tools write its path into what they install: lanes have the names, folders have numbers. A folder
 * that a lane's record names belongs to that lane, whatever is here.
 */
import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LaneName } from '@harness/core/kernel/ids'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { pointerOf } from '../../machine/git/lane-dirs.ts'
import { lanesDir, poolIn } from '../../store/layout/lane-place.ts'
import type { LanePorts } from './lane-ports.ts'
import { lanePaths } from './lane-record.ts'
import { lanesFolder } from './lanes-folder.ts'
import { registeredPlaces } from './registered-lane.ts'

export interface WarmLane {
  readonly path: string
  /** The ports of the lane that was here: what set-up made may know them. */
  readonly ports: readonly number[]
}

const poolDir = (stateDir: string): string => poolIn(lanesDir(stateDir))
const fileOf = (stateDir: string, path: string): string => join(poolDir(stateDir), `${basename(path)}.json`)

/** All that are kept, in the order of their names; `except` is the lane whose own record does not count. */
export async function warmLanes(
  stateDir: string,
  except: LaneName | null = null,
): Promise<readonly WarmLane[]> {
  const names = (await readdir(poolDir(stateDir)).catch(() => []))
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
  if (names.length === 0) return []
  const held = await lanePaths(stateDir, except)
  const all = await Promise.all(names.map((name) => warmLaneIn(join(poolDir(stateDir), name))))
  return all.filter((warm) => warm !== null && !held.has(warm.path)) as readonly WarmLane[]
}

/** Null if it cannot be read. */
async function warmLaneIn(file: string): Promise<WarmLane | null> {
  const { path, ports } = jsonObjectIn((await textIfThere(file)) ?? '') ?? {}
  const isPorts = Array.isArray(ports) && ports.every((port) => Number.isInteger(port))
  return typeof path === 'string' && isPorts ? { path, ports } : null
}

/** Whether it was begun to keep this folder warm, or to take it, and the end of that is not known. */
export const isInPool = (stateDir: string, path: string): boolean =>
  lstatSync(fileOf(stateDir, path), { throwIfNoEntry: false }) !== undefined

export async function addToPool(stateDir: string, { path, ports }: WarmLane): Promise<void> {
  await makeDir(poolDir(stateDir))
  await durableReplace(fileOf(stateDir, path), `${JSON.stringify({ version: 2, path, ports })}\n`)
}

export const dropFromPool = (stateDir: string, path: string): Promise<void> =>
  removeFile(fileOf(stateDir, path))

export interface FreeFolder {
  readonly path: string
  /** For the operator. */
  readonly notes: readonly string[]
}

/** A place for a new lane in which nothing is, and which neither a record nor git speaks of. */
export async function freeFolder(ports: LanePorts, lane: LaneName): Promise<FreeFolder> {
  const { path: folder, note } = await lanesFolder(ports)
  // By name: what is remembered of a lane is kept under the name of its folder.
  const taken = new Set([...(await lanePaths(ports.stateDir, lane))].map((path) => basename(path)))
  const known = new Set((await registeredPlaces(ports.repoRoot)).map(({ path }) => path))
  for (let number = 1; ; number++) {
    const path = join(folder, `lane-${number}`)
    const isThere = [path, pointerOf(path)].some(
      (it) => lstatSync(it, { throwIfNoEntry: false }) !== undefined,
    )
    if (!isThere && !taken.has(basename(path)) && !known.has(path) && !isInPool(ports.stateDir, path))
      return { path, notes: note === null ? [] : [note] }
  }
}
