/**
 * Owns the place in the checkout that a source names for a lane, such as `.worktrees/<name>`: a link to the lane. The folder
 * above it is hidden from git by a `.gitignore` of its own, or, if a person wrote one, by the repository's excludes: no file
 * of the user's is changed.
 */
import { lstatSync } from 'node:fs'
import { readFile, readlink, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate, durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { PathRefusedError, pathInside } from '../../machine/disk/resolve-inside.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'

/** Makes room for the link. Throws if anything but a link to some lane is there. */
export async function readyPlace(repoRoot: string, place: string): Promise<string> {
  const path = await hiddenPlace(repoRoot, place)
  const target = await targetOf(path)
  const isFree =
    target === null ? lstatSync(path, { throwIfNoEntry: false }) === undefined : isLaneName(target)
  if (isFree) return path
  throw inTheWay(path, 'the harness did not make it')
}

const isLaneName = (path: string): boolean => /^lane-\d+$/.test(basename(path))

/** Safe to repeat: a link to the lane's old folder is replaced. */
export async function linkPlace(repoRoot: string, place: string, lane: string): Promise<void> {
  const path = await readyPlace(repoRoot, place)
  if ((await targetOf(path)) === lane) return
  await removeFile(path)
  await symlink(lane, path, 'dir')
}

/** Only if it leads to this lane. */
export async function unlinkPlace(repoRoot: string, place: string, lane: string): Promise<void> {
  const path = await placeInside(repoRoot, place)
  if ((await targetOf(path)) === lane) await removeFile(path)
}

/** Null if there is no link. */
const targetOf = (path: string): Promise<string | null> => readlink(path).catch(() => null)

/** Makes the folder above the place and hides it from git. Returns the absolute path of the place. */
async function hiddenPlace(repoRoot: string, place: string): Promise<string> {
  const path = await placeInside(repoRoot, place)
  const folder = dirname(path)
  invariant(place.includes('/'), `${place} is in a folder that can be hidden from git`)
  const there = lstatSync(folder, { throwIfNoEntry: false })
  if (there !== undefined && !there.isDirectory()) throw inTheWay(folder, 'it is no folder')
  await makeDir(folder)
  await hideFromGit(repoRoot, folder, dirname(place))
  return path
}

/** The harness made that path, so only a link on the way can lead elsewhere. */
async function placeInside(repoRoot: string, place: string): Promise<string> {
  try {
    return await pathInside(repoRoot, place)
  } catch (error) {
    if (!(error instanceof PathRefusedError)) throw error
    const folder = join(repoRoot, dirname(place))
    throw new PathRefusedError(
      `${folder} leads out of the repository`,
      `Remove the link ${folder}, then: harness resume`,
    )
  }
}

const inTheWay = (path: string, why: string): UserError =>
  new UserError('lane-path-taken', `${path} is in the way: ${why}.`, {
    next: 'Move it elsewhere, then: harness resume',
  })

async function hideFromGit(repoRoot: string, folder: string, spelled: string): Promise<void> {
  const own = join(folder, '.gitignore')
  if (await durableCreate(own, '*\n')) return
  if (hasLine(await readFile(own, 'utf8'), '*')) return
  const excludes = join(gitDirsAt(repoRoot).commonDir, 'info', 'exclude')
  const text = await readFile(excludes, 'utf8').catch(() => '')
  const line = `/${spelled}/`
  if (hasLine(text, line)) return
  await makeDir(dirname(excludes))
  await durableReplace(excludes, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`)
}

const hasLine = (text: string, line: string): boolean => text.split(/\r?\n/).includes(line)
