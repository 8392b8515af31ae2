/**
 * Writes a lane's own `.git`, as `git clone --shared` would have made it: HEAD, settings, branches, remote branches and tags
 * of the user's repository, its objects by reference, and the index of the lane. The harness itself never uses it. It is
 * written again before agents and checks work in the lane, so that nothing that was planted there has an effect. Objects,
 * logs, stashes and the repositories of submodules stay. Safe to repeat: what a crash left half written is written again.
 */
import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { readableNamesInSync } from '../../machine/disk/folder-names.ts'
import { clearWay } from '../../machine/disk/plain-path.ts'
import { alternateLine } from '../../machine/git/alternate-line.ts'
import { modulesIn } from '../../machine/git/borrowed-stores.ts'
import { headCommit } from '../../machine/git/commits.ts'
import { type GitDirs, gitDirsAt } from '../../machine/git/git-dirs.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import { readIfThere } from '../../machine/git/read-if-there.ts'
import { allRefs, currentBranch } from '../../machine/git/refs.ts'
import { userExcludesFile } from '../../machine/git/user-excludes.ts'
import { ownConfig } from './own-config.ts'

/** Beside git's own files for the lane: the settings that its own repository gets. */
const configFile = (gitDir: string): string => join(gitDir, 'harness-config')

/** Makes the settings of the lane's own repository. To be called once, before the first `layRepository`. */
export async function settleConfig(lane: string, identity: Identity): Promise<void> {
  const dirs = gitDirsAt(lane)
  const config = await ownConfig({ ...dirs, top: mainWorktree(lane) }, identity)
  writeWhole(configFile(dirs.gitDir), config)
}

/** In place there is none to write: `.git` is the user's. */
export async function layRepository(lane: string): Promise<void> {
  if (isInPlace(lane)) return
  const dirs = gitDirsAt(lane)
  invariant(dirs.isNamed, `${lane} is a lane`)
  const own = join(lane, '.git')
  clearOwn(own)
  const branch = await currentBranch(lane)
  layFiles(own, dirs.commonDir, {
    HEAD: branch === null ? `${await headCommit(lane)}\n` : `ref: refs/heads/${branch}\n`,
    config: readIfThere(configFile(dirs.gitDir)) ?? '',
    'packed-refs': await packedRefs(lane),
    'info/exclude': Buffer.concat([
      readIfThere(await userExcludesFile()) ?? Buffer.alloc(0),
      Buffer.from('\n'),
      readIfThere(join(dirs.commonDir, 'info/exclude')) ?? Buffer.alloc(0),
    ]),
    'info/attributes': readIfThere(join(dirs.commonDir, 'info/attributes')),
  })
  copyIndex(join(dirs.gitDir, 'index'), join(own, 'index'))
  await layModules(join(dirs.commonDir, 'modules'), own)
}

/** Removes all that a lane's own repository holds. Nothing of it may be wanted any more. */
export const dropOwnRepository = (lane: string): void =>
  rmSync(join(lane, '.git'), { recursive: true, force: true })

const keptFolders: ReadonlySet<string> = new Set(['objects', 'modules', 'lfs', 'logs', 'refs'])
const laidFiles: ReadonlySet<string> = new Set(['HEAD', 'config', 'packed-refs', 'index'])

/** Leaves plain folders of what stays and files that are about to be replaced. A link in the place of either goes. */
function clearOwn(own: string): void {
  if (kindOf(own) !== 'folder') rmSync(own, { force: true })
  for (const name of readableNamesInSync(own)) {
    const kind = kindOf(join(own, name))
    const stays = kind === 'folder' ? keptFolders.has(name) : kind === 'file' && laidFiles.has(name)
    if (!stays) rmSync(join(own, name), { recursive: true, force: true })
  }
  for (const name of readableNamesInSync(join(own, 'refs')))
    if (name !== 'stash' || kindOf(join(own, 'refs/stash')) !== 'file')
      rmSync(join(own, 'refs', name), { recursive: true, force: true })
  if (kindOf(join(own, 'objects/info')) !== 'folder')
    rmSync(join(own, 'objects/info'), { recursive: true, force: true })
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(own, folder), { recursive: true })
}

type Files = Readonly<Record<string, string | Buffer | null>>

/** The files, and what a repository that borrows its objects needs beside them. */
function layFiles(own: string, source: string, files: Files): void {
  const borrowed: Files = {
    'objects/info/alternates': `${alternateLine(join(source, 'objects'))}\n`,
    shallow: readIfThere(join(source, 'shallow')),
  }
  for (const [name, content] of Object.entries({ ...files, ...borrowed }))
    if (content !== null) writeWhole(join(own, name), content)
}

async function packedRefs(repository: string): Promise<string> {
  const refs = await allRefs(repository, ['refs/heads/', 'refs/remotes/', 'refs/tags/'])
  return [...refs].map(([ref, commit]) => `${commit} ${ref}\n`).join('')
}

/** The copy spares git from reading every file again. */
function copyIndex(from: string, to: string): void {
  const stats = statSync(from, { throwIfNoEntry: false })
  if (stats === undefined) {
    rmSync(to, { force: true })
    return
  }
  const whole = `${to}.${randomUUID()}`
  copyFileSync(from, whole, constants.COPYFILE_FICLONE)
  // A file that changed in the second in which the index was written is told by the index's time.
  const second = Math.floor(stats.mtimeMs / 1000)
  utimesSync(whole, second, second)
  renameSync(whole, to)
}

/** Submodules that the user has: set-up then needs no network to have them in the lane. Those that are there stay. */
async function layModules(from: string, lanesOwn: string): Promise<void> {
  for (const { name, gitDir } of modulesIn(from)) {
    const path = join('modules', name)
    // A link on the way would have files outside of the lane replaced.
    clearWay(lanesOwn, path)
    const own = join(lanesOwn, path)
    if (existsSync(join(own, 'HEAD'))) continue
    const dirs: GitDirs = { top: null, gitDir, commonDir: gitDir, isNamed: false }
    clearOwn(own)
    layFiles(own, gitDir, {
      HEAD: readIfThere(join(gitDir, 'HEAD')),
      config: await ownConfig(dirs, null),
      'packed-refs': await packedRefs(gitDir),
    })
  }
}

function kindOf(path: string): 'file' | 'folder' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() === true ? 'folder' : stats?.isFile() === true ? 'file' : 'other'
}

function writeWhole(path: string, content: string | Buffer): void {
  const whole = `${path}.${randomUUID()}`
  writeFileSync(whole, content, { flag: 'wx' })
  renameSync(whole, path)
}
