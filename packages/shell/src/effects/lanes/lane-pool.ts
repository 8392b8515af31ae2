/**
 * Owns which worktrees are kept warm for the next lane: `<stateDir>/lanes/.pool/<folder>.json`, one for each. A worktree
 * never moves, since tools write its path into what they install: lanes have the names, folders have numbers. A folder
 * that a lane's record names belongs to that lane, whatever is here.
 */
import { lstatSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { LaneName } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { lanesDir, poolIn } from '../../store/layout/lane-place.ts'
import { lanePaths } from './lane-record.ts'

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
  const [folder, held] = [await realpath(lanesDir(stateDir)), await lanePaths(stateDir, except)]
  const all = names.map(async (name) => {
    const path = join(folder, basename(name, '.json'))
    return { path, ports: await portsIn(fileOf(stateDir, path)) }
  })
  return (await Promise.all(all)).filter(({ path }) => !held.has(path))
}

/** A record that cannot be read still says that the folder is ours to give: what is in it is looked at anyway. */
async function portsIn(file: string): Promise<readonly number[]> {
  try {
    const { ports } = JSON.parse(await readFile(file, 'utf8')) as { readonly ports?: unknown }
    return Array.isArray(ports) && ports.every((port) => Number.isInteger(port)) ? (ports as number[]) : []
  } catch {
    return []
  }
}

/** Whether it was begun to keep this folder warm, or to take it, and the end of that is not known. */
export const isInPool = (stateDir: string, path: string): boolean =>
  lstatSync(fileOf(stateDir, path), { throwIfNoEntry: false }) !== undefined

export async function addToPool(stateDir: string, { path, ports }: WarmLane): Promise<void> {
  await makeDir(poolDir(stateDir))
  await durableReplace(fileOf(stateDir, path), `${JSON.stringify({ version: 1, ports })}\n`)
}

export const dropFromPool = (stateDir: string, path: string): Promise<void> =>
  removeFile(fileOf(stateDir, path))

/** A place for a new worktree in which nothing is, and which neither a record nor git speaks of. */
export async function freeFolder(repoRoot: string, stateDir: string, lane: LaneName): Promise<string> {
  const folder = await realpath(lanesDir(stateDir))
  const taken = await lanePaths(stateDir, lane)
  const known = await registeredPaths(repoRoot)
  for (let number = 1; ; number++) {
    const path = join(folder, `lane-${number}`)
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    if (!isThere && !taken.has(path) && !known.has(path) && !isInPool(stateDir, path)) return path
  }
}

/** Read from git's files: every lane asks, and to start git for it would be felt. */
async function registeredPaths(repoRoot: string): Promise<ReadonlySet<string>> {
  const folder = join(gitDirsAt(repoRoot).commonDir, 'worktrees')
  const names = await readdir(folder).catch(() => [])
  const pointers = names.map(async (name) => {
    const pointer = await readFile(join(folder, name, 'gitdir'), 'utf8').catch(() => '')
    return dirname(resolve(folder, name, pointer.trimEnd()))
  })
  return new Set(await Promise.all(pointers))
}
