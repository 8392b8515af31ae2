/**
 * Makes a lane again that was removed while its run was not at work, however it was removed. Its commits come from its branch,
 * or from the last commit that the run knows. Remains of its folder are moved to the run's `set-aside` folder. Throws with
 * the next step if the commits are gone too. Safe to repeat: each step looks first.
 */
import { basename, dirname } from 'node:path'
import type { CommitHash, LaneName } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { resolveCommit } from '../../machine/git/commits.ts'
import { readRef, updateRef } from '../../machine/git/refs.ts'
import { worktrees } from '../../machine/git/worktrees.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { isLane, lanesDir } from '../../store/layout/lane-place.ts'
import { setAsideAdvice } from '../../store/layout/run-folder.ts'
import { expectedTrouble } from '../failure/expected-failure.ts'
import { keepRemains, laneHere } from './lane-here.ts'
import { freeFolder } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { isLaneThere, portsInUse, readLaneRecord, writeLaneRecord } from './lane-record.ts'
import { lanesFolder } from './lanes-folder.ts'
import { linkPlace } from './named-folder.ts'
import { lockWaitMs, makeLane } from './open-lane.ts'
import { leasePorts } from './port-lease.ts'
import { renewPorts } from './renew-ports.ts'

export interface KnownLane {
  readonly lane: LaneName
  readonly branch: string
  readonly baseBranch: string
  readonly baseCommit: CommitHash
  /** Its last commit. */
  readonly commit: CommitHash
  /** The path of its worktree, relative to the top of the checkout; absent if that was the harness's choice. */
  readonly worktree?: string
}

/** Returns a note for the operator, null if the lane is there. */
export async function restoreLane(
  known: KnownLane,
  ports: LanePorts,
  signal: AbortSignal,
): Promise<string | null> {
  const recorded = await readLaneRecord(ports.stateDir, known.lane)
  const here = recorded === null ? null : await laneHere(recorded, ports)
  const record = here?.record ?? null
  const tip = await readRef(ports.repoRoot, `refs/heads/${known.branch}`)
  try {
    if (record !== null)
      await withLock(lanesDir(ports.stateDir), () => renewPorts(record, ports), {
        waitMs: lockWaitMs,
        signal,
      })
    if (record !== null && tip !== null && isLaneThere(record)) {
      if (known.worktree !== undefined) await linkPlace(ports.repoRoot, known.worktree, record.path)
      return null
    }
    if (tip === null) await restoreBranch(known, ports)
    if (record === null) await restoreRecord(known, ports, signal)
    const remains =
      record === null || isLaneThere(record) ? null : await keepRemains(record.path, ports.runDir)
    const { commit, notes } = await makeLane({ ...known, id: makerIn(ports) }, signal, ports)
    const restored = here?.isElsewhere === true ? [] : [restoredNote(known, tip === null, commit, remains)]
    return [...restored, ...(here?.notes ?? []), ...notes].join('; ')
  } catch (error) {
    signal.throwIfAborted()
    const trouble = error instanceof UserError ? null : expectedTrouble(error)
    if (trouble === null) throw error
    throw gone(known, `could not be made again: ${ports.sanitise(trouble.detail)}`, trouble.next)
  }
}

const restoredNote = (
  { lane, branch }: KnownLane,
  branchToo: boolean,
  commit: CommitHash,
  remains: string | null,
): string =>
  [
    `the lane ${lane}${branchToo ? ` and its branch ${branch}` : ''} had been removed;`,
    `made again from commit ${commit.slice(0, 12)};`,
    ...(remains === null ? [] : [`the rest of its folder is kept in ${remains};`]),
    'to abandon the run, use harness refuse before you remove its lane',
  ].join(' ')

/** In the name of the run: its next opening of the lane uses it. */
const makerIn = ({ runDir }: LanePorts): string => `${basename(runDir)}/restored`

async function restoreBranch({ lane, branch, commit, ...known }: KnownLane, ports: LanePorts): Promise<void> {
  if ((await resolveCommit(ports.repoRoot, commit)) === null) {
    const what = `is gone, and so are its branch ${branch} and its commit ${commit.slice(0, 12)}`
    throw gone(
      { lane, branch, commit, ...known },
      what,
      `To continue without it ${setAsideAdvice(ports.runDir)}`,
    )
  }
  await updateRef(ports.repoRoot, `refs/heads/${branch}`, commit, null)
}

/** The journal is proof enough that the lane is ours, and so is a lane that is on its branch. */
async function restoreRecord(
  { lane, branch, baseCommit, worktree: place }: KnownLane,
  ports: LanePorts,
  signal: AbortSignal,
): Promise<void> {
  const { repoRoot, stateDir } = ports
  await makeDir(lanesDir(stateDir))
  const write = async (): Promise<void> => {
    const { path: folder } = await lanesFolder(ports)
    const there = (await worktrees(repoRoot)).find(
      ({ branch: on, path }) => on === branch && (isLane(path) || dirname(path) === folder),
    )
    const leased = await leasePorts(lane, await portsInUse(stateDir, lane), [], ports)
    await writeLaneRecord(stateDir, {
      version: 1,
      lane,
      branch,
      path: there?.path ?? (await freeFolder(ports, lane)).path,
      ...(place === undefined ? {} : { place }),
      baseCommit,
      madeBy: makerIn(ports),
      ports: leased.ports,
      stage: 'opening',
    })
  }
  await withLock(lanesDir(stateDir), write, { waitMs: lockWaitMs, signal })
}

const gone = ({ lane }: KnownLane, what: string, next: string): UserError =>
  new UserError('lane-missing', `The lane ${lane} ${what}.`, { next })
