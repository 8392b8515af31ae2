/**
 * Finds the folder that new lanes go to: beside the checkout, or where `lanes.dir` says. If nothing can be written there, it
 * is in the user's home. No part of the path that is added here starts with a dot: many tools skip hidden folders.
 */
import { createHash, randomUUID } from 'node:crypto'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate } from '../../machine/disk/durable-write.ts'
import { repositoryRoot } from '../../machine/git/git-dirs.ts'
import { isInPlace, workFolder } from '../../machine/git/lane-dirs.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import type { LanePorts } from './lane-ports.ts'

export interface LanesFolder {
  /** Absolute, with links resolved. */
  readonly path: string
  /** For the operator, if another folder was wanted. */
  readonly note: string | null
}

type Place = Pick<LanePorts, 'repoRoot' | 'lanes' | 'environment'>

/** Where lanes are meant to be. `lanes.dir` may hold lanes of several repositories. */
export function wantedFolder({ repoRoot, lanes, environment }: Place): string {
  const checkout = checkoutOf(repoRoot)
  const { dir = null } = lanes
  if (dir === null) return join(dirname(checkout), `${plainName(checkout)}.lanes`)
  const named = dir.startsWith('~/') ? join(homeIn(environment), dir.slice(2)) : resolve(checkout, dir)
  return join(named, folderName(checkout))
}

const checkoutOf = (repoRoot: string): string =>
  isInPlace(repoRoot) ? workFolder(repoRoot) : mainWorktree(repoRoot)

/** Every folder that can hold lanes of this repository, made or not. The one in the home holds those of others too. */
export const possibleFolders = (place: Place): readonly string[] => [
  wantedFolder(place),
  folderInHome(place.environment),
]

const folderInHome = (environment: LanePorts['environment']): string =>
  join(homeIn(environment), 'harness-lanes')

/** Makes it if it is not there. */
export async function lanesFolder(ports: Place): Promise<LanesFolder> {
  const wanted = wantedFolder(ports)
  const why = await whyUnusable(wanted)
  if (why === null) return { path: await realpath(wanted), note: null }
  const instead = join(folderInHome(ports.environment), folderName(checkoutOf(ports.repoRoot)))
  const whyNeither = ports.lanes.dir === undefined ? await whyUnusable(instead) : why
  if (whyNeither !== null)
    throw new UserError('lanes-folder-unusable', `No lane can be made in ${wanted}: ${whyNeither}.`, {
      next: 'Make that folder writable, or set lanes.dir in harness.config.json to one that is; then: harness resume',
    })
  return {
    path: await realpath(instead),
    note: `lanes are in ${instead}, since nothing can be written to ${wanted} (${why}); lanes.dir chooses another folder`,
  }
}

/** Null if files can be made there. */
async function whyUnusable(folder: string): Promise<string | null> {
  const probe = join(folder, `probe-${randomUUID()}`)
  try {
    await makeDir(folder)
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof UserError || code === undefined || code === 'ENOSPC') throw error
    return code
  }
  // Of a checkout inside another repository, the lanes are inside that one too.
  if (repositoryRoot(dirname(folder)) !== null) await durableCreate(join(folder, '.gitignore'), '*\n')
  return null
}

/** Two checkouts of the same name are two folders, and so are a repository and its copy. */
const folderName = (checkout: string): string =>
  `${plainName(checkout)}-${createHash('sha256').update(checkout).digest('hex').slice(0, 8)}`

const plainName = (checkout: string): string => basename(checkout).replace(/^\.+/, '') || 'checkout'

const homeIn = ({ HOME, USERPROFILE }: LanePorts['environment']): string =>
  [HOME, USERPROFILE].find((path) => path !== undefined && isAbsolute(path)) ?? homedir()
