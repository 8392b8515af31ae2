/**
 * Owns how the harness finds the repository of a lane: by a file beside the lane, which it wrote before an agent could work
 * there. Nothing inside the lane has a say: its `.git` belongs to the agent, and so does every `.git` below.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { readIfThere } from './read-if-there.ts'

export interface LaneDirs {
  /** The lane's folder, no link. */
  readonly top: string
  /** Git's own folder for the lane, in the repository. */
  readonly gitDir: string
}

export const pointerOf = (lane: string): string => `${lane}.gitdir`

export const pointerText = (gitDir: string): string => `gitdir: ${gitDir}\n`

/**
 * Whether a lane is the checkout itself: a link to it, with the pointer beside the link. The repository of the lane is
 * private to the harness then, and `.git` in its folder is the user's.
 */
export const isInPlace = (lane: string): boolean =>
  lstatSync(lane, { throwIfNoEntry: false })?.isSymbolicLink() === true && pointedTo(pointerOf(lane)) !== null

/** The folder in which the programs of a lane work. */
export const workFolder = (lane: string): string => (isInPlace(lane) ? realpathSync(lane) : lane)

/** Null if `folder` is no lane. A link to a lane is that lane. A copied lane is none: git's folder names another place. */
export function laneDirsAt(folder: string): LaneDirs | null {
  const named = resolve(folder)
  const top = isInPlace(named) ? named : followLink(named)
  const gitDir = pointedTo(pointerOf(top))
  if (gitDir === null) return null
  const place = readIfThere(join(gitDir, 'gitdir'))?.toString('utf8').trimEnd()
  return place !== undefined && isSameFolder(dirname(resolve(gitDir, place)), top) ? { top, gitDir } : null
}

/** The path in a lane's pointer, whatever is there; null if there is no pointer. */
export function pointedTo(pointer: string): string | null {
  if (statSync(pointer, { throwIfNoEntry: false })?.isFile() !== true) return null
  const target = /^gitdir: (.+)\n$/s.exec(readIfThere(pointer)?.toString('utf8') ?? '')?.[1]
  return target !== undefined && isAbsolute(target) ? target : null
}

/** The lane that `folder` is, or is inside of. */
export function laneAround(folder: string): LaneDirs | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const lane = laneDirsAt(at)
    if (lane !== null) return lane
    if (dirname(at) === at) return null
  }
}

/** The path of the harness's own repository of a submodule in a lane. */
export const storeOf = ({ top, gitDir }: LaneDirs, folder: string): string =>
  join(gitDir, 'harness-submodules', relative(top, folder), '.store')

/** The harness's own repository of a submodule. Null if `folder` is outside of all lanes; throws if a lane has no such submodule. */
export function storeInLane(folder: string): LaneDirs | null {
  const lane = laneAround(folder)
  if (lane === null) return null
  const gitDir = storeOf(lane, resolve(folder))
  if (statSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) throw notARepository(folder)
  return { top: resolve(folder), gitDir }
}

export const notARepository = (folder: string): UserError =>
  new UserError('not-a-repository', `${folder} is not the top folder of a git repository.`, {
    next: 'Run harness in a git repository, or make one here with: git init',
  })

const followLink = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realOrSame(path) : path

function isSameFolder(one: string, other: string): boolean {
  return one === other
    ? statSync(one, { throwIfNoEntry: false }) !== undefined
    : realOrSame(one) === realOrSame(other)
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
