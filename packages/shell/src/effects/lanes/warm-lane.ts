/**
 * Gives the folder of a finished lane to the next one, after proof that nothing was done there since. All that its commit
 * does not have is removed. A lane in doubt is not used again: it goes if nothing is in it that git does not have, and
 * otherwise stays in place for a person to look at. To be called by one process at a time.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LaneName } from '@harness/core/kernel/ids'
import { git } from '../../machine/git/git.ts'
import { areOfOneRepository, gitDirsAt } from '../../machine/git/git-dirs.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { cleanHead } from '../../machine/git/status.ts'
import { isLane } from '../../store/layout/lane-place.ts'
import { laneHead } from './lane-head.ts'
import { dropFromPool, type WarmLane, warmLanes } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { livingProcesses } from './living-processes.ts'
import { forgetLane, removeLane } from './registered-lane.ts'

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

async function stateOf({ path }: WarmLane, { repoRoot }: LanePorts): Promise<WarmState> {
  if (!isLane(path) || !areOfOneRepository(path, repoRoot)) return 'doubtful'
  if (isLocked(path)) return 'in use'
  if (!(await holdsNothing(path, repoRoot))) return 'doubtful'
  if ((await livingProcesses(path))?.length !== 0) return 'in use'
  // A folder that cannot be removed is doubtful, too: a fresh lane has none of that.
  return (await git(path, ['clean', '-ffdx', '--quiet'])).exitCode === 0 ? 'clean' : 'doubtful'
}

/** What holds anything that git does not have stays, and doctor names it. */
async function putAway({ path }: WarmLane, { repoRoot, stateDir }: LanePorts): Promise<void> {
  if (!existsSync(path)) await forgetLane(repoRoot, path)
  else if (await holdsNothing(path, repoRoot)) await removeLane(repoRoot, path)
  await dropFromPool(stateDir, path)
}

/** Whether git has all that is there, and no HEAD has moved, neither the harness’s nor its own, since it was put into the pool. */
async function holdsNothing(path: string, repoRoot: string): Promise<boolean> {
  try {
    // A copy of the repository has another one.
    if (!areOfOneRepository(path, repoRoot) || isLocked(path)) return false
    const [known, head] = [await cleanHead(path), await laneHead(path)]
    return known?.branch === null && head.branch === null && head.commit === known.commit
  } catch {
    // The index may not be readable.
    return false
  }
}

const isLocked = (path: string): boolean => existsSync(join(gitDirsAt(path).gitDir, 'locked'))
