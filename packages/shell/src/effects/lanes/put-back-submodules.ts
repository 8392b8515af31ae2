/**
 * Puts the submodules of a lane back to what its commit names: each that is there stands at that commit with nothing beside
 * it, each that is not there holds nothing. Whatever else was in them is kept first, and told. What git ignores inside a
 * submodule is not looked at. Safe to repeat: a submodule that is as it should be is left alone.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { isPlainFolder } from '../../machine/disk/plain-path.ts'
import { gitOk } from '../../machine/git/git.ts'
import { cleanHead } from '../../machine/git/status.ts'
import { type Gitlink, gitlinksOf } from '../../machine/git/submodules.ts'
import { cannotPutBack, keepLanePatch } from './keep-lane-patch.ts'
import { type Keeping, plainName } from './keep-patch.ts'
import { clearStaleLock } from './stale-lock.ts'
import {
  ensureStore,
  hasCommit,
  isInLane,
  isPublished,
  ownCommit,
  standStoreAt,
  tellOwn,
} from './submodule-store.ts'

/** Work that was in a submodule, and its path now. */
export interface KeptSubmodule {
  readonly path: string
  readonly kept: string
}

export async function putBackSubmodules(
  worktree: string,
  links: readonly Gitlink[],
  ports: Keeping,
  purpose: string,
): Promise<readonly KeptSubmodule[]> {
  const all: KeptSubmodule[] = []
  for (const link of links) {
    // Through a link the work would be done to files outside of the lane. Putting the lane itself back removes the link.
    if (!isPlainFolder(worktree, link.path)) continue
    const folder = join(worktree, link.path)
    const name = `${purpose}-${link.path}`
    const isThere = existsSync(join(folder, '.git'))
    const kept = isThere
      ? await putBackOne(worktree, link, ports, name)
      : await moveStrangers(folder, ports, name)
    if (kept !== null) all.push({ path: link.path, kept })
    if (!isThere) continue
    const inside = await putBackSubmodules(folder, await gitlinksOf(folder, link.commit), ports, name)
    all.push(...inside.map((deeper) => ({ ...deeper, path: `${link.path}/${deeper.path}` })))
  }
  return all
}

/** Where its work is kept; null if there was none. */
async function putBackOne(
  worktree: string,
  { path, commit }: Gitlink,
  ports: Keeping,
  purpose: string,
): Promise<string | null> {
  const folder = join(worktree, path)
  if (!isInLane(folder)) throw cannotPutBack(worktree, [path])
  await ensureStore(worktree, path)
  await clearStaleLock(folder)
  const isSame = ownCommit(folder) === commit
  if (isSame && (await isCleanAt(folder, commit))) return null
  if (!(await hasCommit(folder, commit))) throw lacks(worktree, path, commit)
  const kept = (await isNoWork(folder, commit)) ? null : await keepLanePatch(folder, commit, ports, purpose)
  await gitOk(folder, ['checkout', '--quiet', '--force', '--detach', commit])
  await gitOk(folder, ['clean', '-fd', '--quiet'])
  if (!(await isCleanAt(folder, commit))) throw cannotPutBack(worktree, [path])
  tellOwn(folder, commit)
  return kept?.file ?? null
}

const isCleanAt = async (folder: string, commit: CommitHash): Promise<boolean> =>
  (await cleanHead(folder))?.commit === commit

/** Whether the files are those of a commit that others have: the one to which the harness set it last, or that of its own HEAD. */
async function isNoWork(folder: string, commit: CommitHash): Promise<boolean> {
  if ((await cleanHead(folder)) !== null) return true
  const own = ownCommit(folder)
  if (own !== null && own !== commit && !(await isPublished(folder, own))) {
    await standStoreAt(folder, commit)
    return false
  }
  await standStoreAt(folder, own ?? commit)
  return (await cleanHead(folder)) !== null
}

/** Git does not look into the folder of a submodule that was not fetched. */
async function moveStrangers(folder: string, { runDir }: Keeping, purpose: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return null
  const aside = join(runDir, 'set-aside', `${plainName(purpose)}-${randomUUID()}`)
  await makeDir(aside)
  await rename(folder, join(aside, basename(folder)))
  await mkdir(folder)
  return aside
}

const lacks = (worktree: string, path: string, commit: CommitHash): UserError =>
  new UserError(
    'lane-changed',
    `The submodule ${path} in ${worktree} does not have ${commit.slice(0, 12)}, at which it should stand.`,
    {
      next: `Fetch it there: git -C '${worktree}' submodule update --init -- '${path}'; then: harness resume`,
    },
  )
