/** Checks of what runs left in the state directory: freeze, holders, journals, state file, lanes. Looking changes nothing. */
import { existsSync } from 'node:fs'
import { UserError } from '@harness/core/kernel/user-error'
import { counted } from '@harness/formats/text/amounts'
import { frozenMark } from '@harness/shell/effects/freeze/freeze'
import { warmLanes } from '@harness/shell/effects/lanes/lane-pool'
import { laneMakers } from '@harness/shell/effects/lanes/lane-record'
import { leftLane } from '@harness/shell/effects/lanes/left-lane'
import { removeLane } from '@harness/shell/effects/lanes/registered-lane'
import { isRoom } from '@harness/shell/effects/rooms/room-folder'
import { resolveCommit } from '@harness/shell/machine/git/commits'
import { pointerOf } from '@harness/shell/machine/git/lane-dirs'
import { type Worktree, worktrees } from '@harness/shell/machine/git/worktrees'
import { isLane } from '@harness/shell/store/layout/lane-place'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import { beginCommand } from '@harness/shell/store/layout/run-subject'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { hasStateFile, readStateFile } from '@harness/shell/store/sidecars/state-file'
import { damageAtEnds, damageIn } from '@harness/shell/store/trust/find-damage'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import { newestOfEach, runName } from '../../run/find-run.ts'

export async function freezeCheck(stateDir: string): Promise<Diagnosis> {
  const mark = await frozenMark(stateDir)
  return mark === null
    ? ok('freeze', 'not frozen')
    : warn('freeze', `frozen: ${mark.reason}`, `When the reason is gone: rm '${mark.path}'`)
}

export async function holdersCheck(store: RunStore, runs: readonly KnownRun[]): Promise<Diagnosis> {
  const held: string[] = []
  for (const run of newestOfEach(runs)) {
    const holder = await store.holderOf(run.subject)
    if (holder !== null) held.push(`${runName(run)} by process ${holder.record.pid} on ${holder.record.host}`)
  }
  return ok('holders', held.length === 0 ? 'no process works on a run' : held.join(', '))
}

/** The whole journal of each run that can be resumed, and both ends of the others. */
export async function journalsCheck(
  store: RunStore,
  stateDir: string,
  runs: readonly KnownRun[],
): Promise<Diagnosis> {
  const unfinished = new Set(newestOfEach(runs).filter(({ summary }) => summary?.status !== 'done'))
  const damaged: { readonly name: string; readonly error: UserError }[] = []
  for (const run of runs) {
    const error = await (unfinished.has(run) ? damageIn(store, run) : damageAtEnds(store, run))
    if (error !== null) damaged.push({ name: runName(run), error })
  }
  const [first] = damaged
  if (first !== undefined) {
    const found = damaged.map(({ name, error }) => `${name} is damaged: ${error.message}`)
    return fail('journals', found.join(' '), first.error.next)
  }
  const unwritten = (await store.unwritten()).map((run) => folderOfRun(stateDir, run))
  const beside =
    unwritten.length === 0 ? '' : `; begun and never written, so left out: ${unwritten.join(', ')}`
  return ok('journals', `${counted(runs.length, 'run')}, first and last records verify${beside}`)
}

export async function stateFileCheck(stateDir: string): Promise<Diagnosis> {
  try {
    await readStateFile(stateDir)
    return ok('state file', hasStateFile(stateDir) ? 'state.json can be read' : 'none yet')
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return fail('state file', error.message, error.next)
  }
}

/** A lane of an unfinished run is expected; a person should look at any other. */
export async function lanesCheck(
  root: string,
  stateDir: string,
  runs: readonly KnownRun[],
  baseBranch: string,
): Promise<Diagnosis> {
  const warm = new Set((await warmLanes(stateDir)).map(({ path }) => path))
  // The pointer of a lane stays if its folder is removed.
  const all = (await worktrees(root)).filter(
    ({ path }) => !isRoom(path) && (isLane(path) || existsSync(pointerOf(path))),
  )
  const lanes = all.filter((tree) => !warm.has(tree.path))
  const kept = all.filter((tree) => warm.has(tree.path) && tree.prunable === null).length
  const beside = kept === 0 ? '' : `, ${counted(kept, 'warm lane')} kept for the next`
  const unfinished = newestOfEach(runs).filter(({ summary }) => summary !== null && summary.status !== 'done')
  const gone = await runWithoutLane(root, unfinished, lanes)
  if (gone !== null) {
    const fix =
      gone.summary?.status === 'blocked'
        ? `Its commits are on its branch; start again with: ${beginCommand(gone.subject)}`
        : `It is made again by: harness resume ${runName(gone)}`
    return warn('lanes', `the lane of ${runName(gone)} is gone; its branch is ${gone.summary?.branch}`, fix)
  }
  const ids = new Set(unfinished.map(({ runId }) => runId))
  const known = await laneMakers(stateDir)
  const theirs = known.filter(({ madeBy }) => ids.has(madeBy.split('/')[0] ?? ''))
  // A run can want the branch of a lane that it did not make.
  const branches = new Set(unfinished.map((run) => run.summary?.branch))
  const wanted = new Set([
    ...known.filter(({ branch }) => branches.has(branch)).map(({ branch }) => branch),
    ...theirs.map(({ branch }) => branch),
  ])
  const stray = lanes.filter((lane) => lane.prunable !== null || !wanted.has(lane.branch ?? ''))
  const [first] = stray
  if (first === undefined) return ok('lanes', `${counted(lanes.length, 'lane')} in use${beside}`)
  const says = `${counted(stray.length, 'lane')} that no unfinished run uses: ${stray.map(({ path }) => path).join(', ')}`
  const needless = await needlessAmong(root, stray, baseBranch)
  const repair = needless.length === 0 ? undefined : () => removeLanes(root, needless, baseBranch)
  if (first.prunable !== null) return warn('lanes', says, 'git worktree prune', repair)
  const { holds, commands } = await leftLane(root, first, baseBranch)
  return holds === null
    ? warn('lanes', `${says}; all in ${first.path} is on ${baseBranch}`, `Remove it: ${commands}`, repair)
    : warn(
        'lanes',
        `${says}; ${first.path} holds ${holds}`,
        `Keep its work and make room: ${commands}`,
        repair,
      )
}

/** Lanes whose folder is gone, or that hold nothing that the base does not have. */
async function needlessAmong(
  root: string,
  lanes: readonly Worktree[],
  baseBranch: string,
): Promise<readonly Worktree[]> {
  const found = lanes.map(async (lane) => {
    const isNeedless = lane.prunable !== null || (await leftLane(root, lane, baseBranch)).holds === null
    return isNeedless ? [lane] : []
  })
  return (await Promise.all(found)).flat()
}

/** Looks again first: a person may work there by now. The branches stay. */
async function removeLanes(root: string, lanes: readonly Worktree[], baseBranch: string): Promise<string> {
  const needless = await needlessAmong(root, lanes, baseBranch)
  if (needless.length === 0) return 'nothing was removed, because work came meanwhile'
  for (const { path } of needless) await removeLane(root, path)
  return `removed ${counted(needless.length, 'lane')}: ${needless.map(({ path }) => path).join(', ')}`
}

/** The branch is made together with the lane: a branch without a lane means that a person removed it. */
async function runWithoutLane(
  root: string,
  runs: readonly KnownRun[],
  lanes: readonly Worktree[],
): Promise<KnownRun | null> {
  for (const run of runs) {
    const branch = run.summary?.branch ?? ''
    const isThere = lanes.some((lane) => lane.branch === branch && lane.prunable === null)
    if (!isThere && (await resolveCommit(root, `refs/heads/${branch}`)) !== null) return run
  }
  return null
}
