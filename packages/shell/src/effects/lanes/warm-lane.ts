/**
 * Gives the folder of a finished lane to the next one, after proof that nothing of the former is left in it. A lane in doubt is not used again: it is removed if nothing is in it that git does not have, and otherwise stays in
 * place for a person to look at. To be called by one process at a time.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LaneName } from '@harness/core/kernel/ids'
import { removeInside } from '../../machine/disk/inside.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { areOfOneRepository, gitDirsAt } from '../../machine/git/git-dirs.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { isOdd, pathText } from '../../machine/git/path-text.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import { fullStatus, status } from '../../machine/git/status.ts'
import { isLane } from '../../store/layout/lane-place.ts'
import { harnessHead, laneHead } from './lane-head.ts'
import { dropFromPool, type WarmLane, warmLanes } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { livingProcesses } from './living-processes.ts'
import { forgetLane, removeLane } from './registered-lane.ts'
import { dropTemplate } from './template.ts'

/** A lane's folder for `lane` whose HEAD is on no branch; null if none can be had. Still in the pool. */
export async function warmLaneFor(lane: LaneName, ports: LanePorts): Promise<WarmLane | null> {
  // Lanes of a private repository are none of the user's.
  if (isInPlace(ports.repoRoot)) return null
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
    if (!isLane(path) || !areOfOneRepository(path, ports.repoRoot)) return 'doubtful'
    if (isLocked(path)) return 'in use'
    if (!(await isUntouched(path))) return 'doubtful'
    const living = await livingProcesses(path)
    if (living === null || living.length > 0) return 'in use'
    return (await clearIgnored(path)) ? 'clean' : 'doubtful'
  } catch {
    // A file that cannot be removed, an index that cannot be read: a fresh lane has none of that.
    return 'doubtful'
  }
}

/** Whether no one has moved its HEADs, the harness’s and its own, since it was put into the pool. */
async function isUntouched(path: string): Promise<boolean> {
  if ((await currentBranch(path)) !== null) return false
  const [head, known] = [await laneHead(path), await harnessHead(path)]
  return head.branch === null && head.commit === known.commit
}

/** Removes what git ignores. False if nothing can be shown, or not that it is clean. */
async function clearIgnored(path: string): Promise<boolean> {
  const [{ changed, ignored }, all] = await Promise.all([
    fullStatus(path),
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
  for (const strange of strangers) await removeInside(path, withoutSlash(strange))
  await dropTemplate(path)
  return true
}

/** As git tells of an entry of the index: mode, hash, stage, path. */
const tracked = /^[0-7]{6} [0-9a-f]{40,64} [0-3]\t/

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** What holds anything that git does not have stays, and doctor names it. */
async function putAway({ path }: WarmLane, { repoRoot, stateDir }: LanePorts): Promise<void> {
  if (!existsSync(path)) await forgetLane(repoRoot, path)
  // Earlier versions kept worktrees that git removes by itself.
  else if (!isLane(path)) await git(repoRoot, ['worktree', 'remove', '--', path])
  else if (await holdsNothing(path, repoRoot)) await removeLane(repoRoot, path)
  await dropFromPool(stateDir, path)
}

/** Not if it belongs to another repository, which this one is a copy of. */
async function holdsNothing(path: string, repoRoot: string): Promise<boolean> {
  try {
    if (!areOfOneRepository(path, repoRoot) || isLocked(path)) return false
    return (await isUntouched(path)) && (await status(path)).length === 0
  } catch {
    return false
  }
}

const isLocked = (path: string): boolean => existsSync(join(gitDirsAt(path).gitDir, 'locked'))
