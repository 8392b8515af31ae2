/**
 * Owns the folder of a lane that is to lie at a certain place in the checkout, such as `.worktrees/<name>`. The folder
 * above it is hidden from git by a `.gitignore` of its own, or, where somebody else wrote one, by the repository's
 * excludes: no file of the user's is changed.
 */
import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant } from '@harness/core/invariant'
import { UserError } from '@harness/core/user-error'
import { makeDir } from '../disk/durable-dir.ts'
import { durableCreate, durableReplace } from '../disk/durable-write.ts'
import { pathInside } from '../files/resolve-inside.ts'
import { gitDirsAt } from '../git/git-dirs.ts'

/** Absolute; nothing is there. Throws where something is. */
export async function namedFolder(repoRoot: string, place: string): Promise<string> {
  const path = await pathInside(repoRoot, place)
  const folder = dirname(path)
  invariant(place.includes('/'), `${place} lies in a folder that can be hidden from git`)
  await makeDir(folder)
  await hideFromGit(repoRoot, folder, dirname(place))
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path
  throw new UserError('lane-path-taken', `${path} is in the way: the harness did not make it.`, {
    next: 'Move it elsewhere, then: harness resume',
  })
}

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
