/**
 * Owns the harness's own repository of a submodule in a lane: its HEAD is where the harness last put the submodule, its
 * objects are those of the user's repository. The one in the lane belongs to the agent: commits are fetched from it, and it
 * is told where the harness put the submodule.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { resolveCommit } from '../../machine/git/commits.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { laneAround, storeOf } from '../../machine/git/lane-dirs.ts'
import { ownGitDir, ownHead } from '../../machine/git/own-head.ts'
import { readIfThere } from '../../machine/git/read-if-there.ts'
import { submoduleName } from '../../machine/git/submodules.ts'
import { takeCommits } from '../../machine/git/take-commits.ts'

/** The note in a store of the user's repository of the same submodule. */
const sourceFile = 'harness-source'

/** Makes the store if it is not there. From then on git calls in the submodule's folder use it. */
export async function ensureStore(worktree: string, path: string): Promise<void> {
  const folder = join(worktree, path)
  const lane = laneAround(worktree)
  invariant(lane !== null, `${worktree} is in a lane`)
  const store = storeOf(lane, folder)
  if (existsSync(join(store, 'HEAD'))) return
  const { gitDir, commonDir } = gitDirsAt(worktree)
  const above = readIfThere(join(gitDir, sourceFile))?.toString('utf8') ?? commonDir
  const name = await submoduleName(worktree, path)
  const source = name === null ? null : join(above, 'modules', name)
  rmSync(store, { recursive: true, force: true })
  for (const inside of ['objects/info', 'objects/pack', 'refs'])
    mkdirSync(join(store, inside), { recursive: true })
  const format = readIfThere(join(commonDir, 'config'))?.includes('sha256') === true
  const version = format ? '1\n[extensions]\n\tobjectformat = sha256' : '0'
  writeFileSync(join(store, 'config'), `[core]\n\tbare = false\n\trepositoryformatversion = ${version}\n`)
  if (source !== null && existsSync(join(source, 'objects'))) {
    writeFileSync(join(store, 'objects/info/alternates'), `${join(source, 'objects')}\n`)
    writeFileSync(join(store, sourceFile), source)
  }
  writeFileSync(join(store, 'HEAD'), 'ref: refs/heads/none\n')
}

/** The agent's own repository of the submodule; null if it has none inside the lane. */
const ownOf = (folder: string): string | null => {
  const lane = laneAround(folder)
  return lane === null ? null : ownGitDir(folder, lane.top)
}

/** False if the `.git` of the submodule leads out of the lane, to a repository that is not the agent's to change. */
export const isInLane = (folder: string): boolean => ownOf(folder) !== null

/** Whether the store has the commit, or could take it from the agent's repository. */
export async function hasCommit(folder: string, commit: CommitHash): Promise<boolean> {
  if ((await resolveCommit(folder, commit)) !== null) return true
  const own = ownOf(folder)
  return own !== null && (await takeCommits(folder, own, [commit]))
}

/** The path of the agent's repository of the submodule; null if that cannot be told. */
export function ownCommit(folder: string): CommitHash | null {
  const own = ownOf(folder)
  return own === null ? null : (ownHead(own)?.commit ?? null)
}

/** Whether the commit was fetched from somewhere: then others can fetch it too. */
export async function isPublished(folder: string, commit: CommitHash): Promise<boolean> {
  const own = ownOf(folder)
  const refs = ['+refs/remotes/*:refs/remotes/*', '+refs/tags/*:refs/tags/*']
  if (own === null || !(await takeCommits(folder, own, refs))) return false
  const args = ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes', 'refs/tags']
  const { exitCode, stdout } = await git(folder, args)
  return exitCode === 0 && stdout !== ''
}

/** Makes `commit` what the store has checked out, and no file follows. */
export async function standStoreAt(folder: string, commit: CommitHash): Promise<void> {
  await gitOk(folder, ['update-ref', '--no-deref', 'HEAD', commit])
  await gitOk(folder, ['reset', '--mixed', '--quiet'])
}

/** Tells the agent's repository where its submodule is now, so that git there sees no change. */
export function tellOwn(folder: string, commit: CommitHash): void {
  const own = ownOf(folder)
  if (own === null) return
  const { gitDir } = gitDirsAt(folder)
  const fresh = join(own, `harness-${randomUUID()}`)
  writeFileSync(fresh, `${commit}\n`, { flag: 'wx' })
  renameSync(fresh, join(own, 'HEAD'))
  copyFileSync(join(gitDir, 'index'), fresh)
  const index = join(own, 'index')
  if (lstatSync(index, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(index, { recursive: true })
  renameSync(fresh, index)
}
