/**
 * Gives the worktree of a finished lane to the next one, after proof that nothing of the former is left in it but what
 * set-up made. A worktree in doubt is not used again: it is removed if git finds nothing to lose, and otherwise stays in
 * place for a person to look at. To be called by one process at a time.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LaneName } from '@harness/core/kernel/ids'
import { removeInside } from '../../machine/disk/inside.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { gitDirsAt, isWorktreeOf } from '../../machine/git/git-dirs.ts'
import { isOdd, pathText } from '../../machine/git/path-text.ts'
import { statusWithIgnored } from '../../machine/git/status.ts'
import { forgetIgnored } from './ignored-memory.ts'
import { dropFromPool, type WarmLane, warmLanes } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { livingProcesses } from './living-processes.ts'
import { forgetMade, readMade } from './made-by-setup.ts'

/** A worktree for `lane` whose HEAD is on no branch; null if none can be had. Still in the pool. */
export async function warmLaneFor(lane: LaneName, ports: LanePorts): Promise<WarmLane | null> {
  const kept = await warmLanes(ports.stateDir, lane)
  for (const warm of kept.slice(ports.lanes.pool)) await putAway(warm, ports)
  for (const warm of kept.slice(0, ports.lanes.pool)) {
    const state = await stateOf(warm, ports)
    if (state === 'clean') return warm
    if (state === 'doubtful') await putAway(warm, ports)
  }
  return null
}

/** `in use`: a process is there, or a person locked it; it may be clean another time. */
type WarmState = 'clean' | 'in use' | 'doubtful'

async function stateOf({ path }: WarmLane, ports: LanePorts): Promise<WarmState> {
  try {
    if (!isWorktreeOf(path, ports.repoRoot)) return 'doubtful'
    if (isLocked(path)) return 'in use'
    if (!isOnNoBranch(path) || !(await hasPlainGitDir(path))) return 'doubtful'
    const living = await livingProcesses(path)
    if (living === null || living.length > 0) return 'in use'
    await readFilesAgain(path)
    if (!(await clearIgnored(path, ports))) return 'doubtful'
    await removeTraces(path)
    return 'clean'
  } catch {
    // A file that cannot be removed, an index that cannot be read: a fresh worktree has none of that.
    return 'doubtful'
  }
}

const isLocked = (path: string): boolean => existsSync(join(gitDirsAt(path).gitDir, 'locked'))

const isOnNoBranch = (path: string): boolean =>
  /^[0-9a-f]{40,64}$/.test(readFileSync(join(gitDirsAt(path).gitDir, 'HEAD'), 'utf8').trimEnd())

/** What git keeps for a worktree that has just been added, and what we keep there. */
const plainNames: ReadonlySet<string> = new Set(['HEAD', 'commondir', 'gitdir', 'index', 'harness-set-up'])
/** Traces of what was done in it, by which later work could be taken for the former's. */
const traces: ReadonlySet<string> = new Set([
  'logs',
  'ORIG_HEAD',
  'FETCH_HEAD',
  'COMMIT_EDITMSG',
  'AUTO_MERGE',
])

/** Settings, locks, half-done rebases, refs of its own: no fresh worktree has them. */
async function hasPlainGitDir(path: string): Promise<boolean> {
  const { gitDir } = gitDirsAt(path)
  const names = await readdir(gitDir)
  if (!names.every((name) => plainNames.has(name) || traces.has(name) || name === 'refs')) return false
  return !names.includes('refs') || (await readdir(join(gitDir, 'refs'))).length === 0
}

async function removeTraces(path: string): Promise<void> {
  const { gitDir } = gitDirsAt(path)
  for (const name of traces) await rm(join(gitDir, name), { recursive: true, force: true })
}

/** The index is made again: an agent here could have written into it that changed files are unchanged. */
async function readFilesAgain(path: string): Promise<void> {
  await rm(join(gitDirsAt(path).gitDir, 'index'))
  await gitOk(path, ['reset', '--mixed'])
}

/** Removes what git ignores, but for folders that set-up made. False if nothing can be shown, or not that it is clean. */
async function clearIgnored(path: string, { stateDir }: LanePorts): Promise<boolean> {
  const made = (await readMade(stateDir, path))?.folders ?? []
  const [{ changed, ignored }, all] = await Promise.all([
    statusWithIgnored(path),
    gitOk(path, ['ls-files', '--stage', '--others', '--directory', '-z']),
  ])
  const lines = pathText(all.bytes)
    .split('\0')
    .filter((line) => line !== '')
  const others = lines.filter((line) => !tracked.test(line))
  // What is in a submodule's folder is not looked at by git.
  if (changed.length > 0 || lines.some((line) => line.startsWith('160000 '))) return false
  // Among the others are folders with nothing in them, of which status does not tell.
  const strangers = new Set([...ignored, ...others])
  if ([...strangers].some(isOdd)) return false
  for (const strange of strangers)
    if (!made.some((folder) => folder.startsWith(strange))) await removeInside(path, withoutSlash(strange))
  return true
}

/** As git tells of an entry of the index: mode, hash, stage, path. */
const tracked = /^[0-7]{6} [0-9a-f]{40,64} [0-3]\t/

export const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** Never forced: what git will not remove stays, and doctor names it. */
async function putAway({ path }: WarmLane, { repoRoot, stateDir }: LanePorts): Promise<void> {
  if (!existsSync(join(path, '.git')) || isNobodys(path))
    await git(repoRoot, ['worktree', 'remove', '--', path])
  await forgetMade(stateDir, path)
  await forgetIgnored(stateDir, { path })
  await dropFromPool(stateDir, path)
}

/** Not if a branch is checked out, nor if that is unknown. */
function isNobodys(path: string): boolean {
  try {
    return isOnNoBranch(path)
  } catch {
    return false
  }
}
