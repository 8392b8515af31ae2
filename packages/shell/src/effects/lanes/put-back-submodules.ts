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
import { resolveCommit } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { cleanHead } from '../../machine/git/status.ts'
import { type Gitlink, isOwnSubmodule, isPublished } from '../../machine/git/submodules.ts'
import { clearIndexFlags } from './index-flags.ts'
import { cannotPutBack, keepLanePatch } from './keep-lane-patch.ts'
import { type Keeping, plainName } from './keep-patch.ts'
import { clearStaleLock } from './stale-lock.ts'

/** Work that was in a submodule, and where it is now. */
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
    const folder = join(worktree, link.path)
    const name = `${purpose}-${link.path}`
    const inside: KeptSubmodule[] = []
    const kept = existsSync(join(folder, '.git'))
      ? await putBackOne(worktree, link, ports, name, inside)
      : await moveStrangers(folder, ports, name)
    if (kept !== null) all.push({ path: link.path, kept })
    all.push(...inside.map((deeper) => ({ ...deeper, path: `${link.path}/${deeper.path}` })))
  }
  return all
}

/** Where its work is kept; null if there was none. What was in submodules of its own goes to `inside`. */
async function putBackOne(
  worktree: string,
  { path, commit }: Gitlink,
  ports: Keeping,
  purpose: string,
  inside: KeptSubmodule[],
): Promise<string | null> {
  const folder = join(worktree, path)
  if (!isOwnSubmodule(worktree, path)) throw cannotPutBack(worktree, [path])
  await clearStaleLock(folder)
  const links = await clearIndexFlags(folder)
  const now = await cleanHead(folder)
  if (now?.commit === commit) {
    inside.push(...(await putBackSubmodules(folder, links, ports, purpose)))
    return null
  }
  if ((await resolveCommit(folder, commit)) === null) throw lacks(worktree, path, commit)
  const isWork = now === null || !(await isPublished(folder, now.commit))
  const kept = isWork ? await keepLanePatch(folder, commit, ports, purpose) : null
  await gitOk(folder, ['checkout', '--quiet', '--force', '--detach', commit])
  await gitOk(folder, ['clean', '-fd', '--quiet'])
  inside.push(...(await putBackSubmodules(folder, await clearIndexFlags(folder), ports, purpose)))
  if ((await cleanHead(folder))?.commit !== commit) throw cannotPutBack(worktree, [path])
  return kept?.file ?? null
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
