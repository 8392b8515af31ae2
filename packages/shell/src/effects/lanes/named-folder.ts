/**
 * Owns the folder of a lane with a certain place in the checkout, such as `.worktrees/<name>`. The folder
 * above it is hidden from git by a `.gitignore` of its own, or, if a person wrote one, by the repository's
 * excludes: no file of the user's is changed.
 */
import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate, durableReplace } from '../../machine/disk/durable-write.ts'
import { PathRefusedError, pathInside } from '../../machine/disk/resolve-inside.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'

/** The absolute path for a new lane. Throws if something is there. */
export async function namedFolder(repoRoot: string, place: string): Promise<string> {
  const path = await hiddenPlace(repoRoot, place)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path
  throw inTheWay(path, 'the harness did not make it')
}

/** Makes the folder above the lane and hides it from git. Returns the lane's absolute path. */
export async function hiddenPlace(repoRoot: string, place: string): Promise<string> {
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
