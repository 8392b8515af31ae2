/**
 * OpenLane: a branch, a clone of its own and a whole environment in it. Opened again it is the same lane; an opening that a
 * crash interrupted is finished: files written, set-up run from its beginning.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { LaneOpened, OpenLane } from '@harness/core/effects/open-lane'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { resolveCommit, treeOf } from '../../machine/git/commits.ts'
import { fetchMissing } from '../../machine/git/fetch-missing.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { validRefName } from '../../machine/git/ref-name.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orForgeFailed } from '../failure/forge-error.ts'
import { baseBranchMissing } from './base-branch-missing.ts'
import { ownBranches } from './base-source.ts'
import { copyIgnored } from './copy-ignored.ts'
import { fitSetUp } from './fit-set-up.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, writeLaneRecord } from './lane-record.ts'
import { dropOwnRepository, layRepository, settleConfig } from './lay-repository.ts'
import { placeInPlace } from './place-in-place.ts'
import { type LaneOrder, type Placed, placeLane } from './place-lane.ts'
import { putBack } from './put-back.ts'
import { setUpLane } from './set-up-lane.ts'
import { clearStaleLock } from './stale-lock.ts'
import { makeWhole } from './whole-lane.ts'

/** Others may be adding worktrees of a large repository one after the other. */
export const lockWaitMs = 5 * 60_000

export const openLane = (
  command: OpenLane,
  attempt: Attempt,
  ports: LanePorts,
): Promise<LaneOpened | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    await ports.base?.refreshBase(command.baseBranch, attempt.signal)
    const made =
      command.inPlace === true
        ? await placeInPlace(command, lockWaitMs, attempt.signal, ports)
        : await makeLane(command, attempt.signal, ports)
    const { placed, notes: ofEarlier } = await begunAnew(command, made, attempt.signal, ports)
    const notes = [...made.notes, ...ofEarlier]
    return {
      type: 'LaneOpened',
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => ports.sanitise(note)) }),
      at: ports.clock.now(),
      commandId: command.id,
      lane: command.lane,
      path: command.worktree === undefined ? placed.record.path : join(ports.repoRoot, command.worktree),
      branch: command.branch,
      baseCommit: placed.baseCommit,
      commit: placed.commit,
      tree: placed.tree,
    }
  })

/**
 * What an earlier run left on the branch was refused or given up, and what a call that died left there was never heard of:
 * no person has agreed to it. It is kept under a ref of ours and reported, and the lane begins from the base. Safe to repeat:
 * the record names this run last.
 */
async function begunAnew(
  { id, baseBranch, branch, anew: isAnew = false }: OpenLane,
  placed: Placed,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<{ readonly placed: Placed; readonly notes: readonly string[] }> {
  const { record } = placed
  const isOwn = runOf(record.madeBy) === runOf(id)
  if (isOwn && !isAnew) return { placed, notes: [] }
  const { base: source = ownBranches } = ports
  const base = await resolveCommit(ports.repoRoot, source.baseRef(baseBranch))
  if (base === null) throw await baseBranchMissing(ports.repoRoot, baseBranch, record.baseCommit)
  await fetchMissing(record.path, base, signal)
  const { patch, refs } = await putBack(record, base, ports, id)
  // The agent is to find what this base asks for, not what the earlier work had installed.
  const fitted = await fitSetUp(base, record, signal, ports)
  const renewed: LaneRecord = { ...record, madeBy: id, baseCommit: base, stage: 'ready' }
  await writeLaneRecord(ports.stateDir, renewed)
  const kept = [...refs, ...(patch === null ? [] : [patch])]
  const whose = isOwn ? 'what a call that died left' : 'an earlier run’s work'
  const note = `${whose} on ${branch} takes no part in this one; it is kept in ${kept.join(' and ')}`
  return {
    placed: {
      ...placed,
      record: renewed,
      baseCommit: base,
      commit: base,
      tree: await treeOf(record.path, base),
    },
    notes: [...(kept.length === 0 ? [] : [note]), ...fitted],
  }
}

const runOf = (commandId: string): string => commandId.split('/')[0] ?? ''

/** The lane with everything in it, or a throw that says what is in the way. */
export async function makeLane(order: LaneOrder, signal: AbortSignal, ports: LanePorts): Promise<Placed> {
  for (const name of [order.branch, order.baseBranch]) refuseBadName(name)
  await makeDir(lanesDir(ports.stateDir))
  const placed = await withLock(lanesDir(ports.stateDir), () => placeLane(order, ports), {
    waitMs: lockWaitMs,
    signal,
  })
  signal.throwIfAborted()
  if (placed.record.stage !== 'ready') await furnish(order, placed, signal, ports)
  return placed
}

function refuseBadName(name: string): void {
  if (validRefName(name)) return
  throw new UserError('branch-name-invalid', `${JSON.stringify(name)} cannot name a branch.`, {
    next: 'Use letters, digits, dashes and slashes, as in: task/0001-search',
  })
}

async function furnish(
  order: LaneOrder,
  placed: Placed,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { record, commit, empty } = placed
  const { stateDir } = ports
  const isNew = empty || !hasIndex(record.path)
  const isSwitched = !isNew && record.stage === 'switching'
  await fetchMissing(record.path, commit, signal)
  await settleConfig(record.path, ports.identity ?? (await userIdentity(ports.repoRoot)))
  if (isNew || isSwitched) await writeFiles(record.path, signal)
  else await putBack(record, commit, ports, order.id)
  if (isSwitched) dropOwnRepository(record.path)
  await layRepository(record.path)
  // In a folder that is used again nothing stays that the commit does not have. All that git ignored went before.
  if (isSwitched) await gitOk(record.path, ['clean', '-ffdx', '--quiet'])
  // From here on the operator may look into why set-up fails, and fix it in the lane.
  if (isSwitched) await writeLaneRecord(stateDir, { ...record, stage: 'opening' })
  await setUpLane(record, commit, isNew || isSwitched, signal, ports)
  if (order.copiesIgnored !== undefined && ports.lanes.setup.length === 0)
    await copyIgnored(record.path, order.copiesIgnored.except, signal, ports)
  await writeLaneRecord(stateDir, { ...record, stage: 'ready' })
}

/** Git writes the index after the files: without it no agent can have worked there. */
const hasIndex = (path: string): boolean => existsSync(join(gitDirsAt(path).gitDir, 'index'))

async function writeFiles(path: string, signal: AbortSignal): Promise<void> {
  await clearStaleLock(path)
  await makeWhole(path)
  await gitOk(path, ['reset', '--hard', '--quiet', '--no-recurse-submodules'], { signal })
}
