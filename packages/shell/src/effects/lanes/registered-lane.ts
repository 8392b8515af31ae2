/**
 * Owns what makes a folder a lane beside its files: git's own folder for it in the repository, and the pointer beside the
 * lane that leads there. Safe to repeat: each step looks at what is still there.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { pointerOf, pointerText } from '../../machine/git/lane-dirs.ts'

export interface Registered {
  readonly gitDir: string
  readonly path: string
}

/** Folders that git's own files speak of. To start git for it would be felt: every lane asks. */
export async function registeredPlaces(repoRoot: string): Promise<readonly Registered[]> {
  const folder = join(gitDirsAt(repoRoot).commonDir, 'worktrees')
  const names = await readdir(folder).catch(() => [])
  const places = names.map(async (name) => {
    const gitDir = join(folder, name)
    const dotGit = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => '')
    return dotGit === '' ? [] : [{ gitDir, path: dirname(resolve(gitDir, dotGit.trimEnd())) }]
  })
  return (await Promise.all(places)).flat()
}

/** Writes the pointer of a lane that git knows. False if git does not know it, or if it has no folder. */
export async function pointLane(repoRoot: string, path: string): Promise<boolean> {
  const registered = (await registeredPlaces(repoRoot)).find((one) => one.path === path)
  if (registered === undefined || !existsSync(path)) return false
  await durableReplace(pointerOf(path), pointerText(registered.gitDir))
  return true
}

/** Git cannot remove a lane: its `.git` is no file of git's. The callers prove first that nothing is lost. */
export async function removeLane(repoRoot: string, path: string): Promise<void> {
  await removeTree(path)
  await rm(pointerOf(path), { force: true })
  await removeTree(`${path}.layers`)
  await forgetLane(repoRoot, path)
  // The folder of all lanes goes with the last one.
  await rmdir(dirname(path)).catch(() => {})
}

/** Removes git's own files for the lane, and nothing at `path` itself: it may belong to another repository. */
export async function forgetLane(repoRoot: string, path: string): Promise<void> {
  for (const { gitDir, path: place } of await registeredPlaces(repoRoot))
    if (place === path) await rm(gitDir, { recursive: true, force: true })
}
