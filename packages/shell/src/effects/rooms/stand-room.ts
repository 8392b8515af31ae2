/**
 * Puts a clean room at a commit, with what `lanes.setup` makes for it. A set-up that several trees share is made on the base;
 * any other is made on the tree in question and holds for that tree alone. So nothing of one change is left for another.
 */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { fetchMissing } from '../../machine/git/fetch-missing.ts'
import { gitOk } from '../../machine/git/git.ts'
import { gitlinksOf } from '../../machine/git/submodules.ts'
import { treeChanges } from '../../machine/git/tree-files.ts'
import { copyEnvFiles } from '../lanes/env-files.ts'
import { guardOf } from '../lanes/guard.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { dropOwnRepository, layRepository } from '../lanes/lay-repository.ts'
import { setUpIds } from '../lanes/set-up-id.ts'
import { install } from '../lanes/set-up-lane.ts'
import { clearStaleLock } from '../lanes/stale-lock.ts'
import { dropTemplate, isOfThisLane } from '../lanes/template.ts'
import { makeWhole } from '../lanes/whole-lane.ts'
import { dropStanding, type Standing, standingOf, writeStanding } from './room-mark.ts'

/** `record` is that of the lane with the room's folder. */
export async function standRoom(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { path } = record
  await fetchMissing(path, commit, signal)
  await stand(record, commit, signal, ports)
  // Branches and tags may be new since, and set-up may have written there.
  await layRepository(path)
}

async function stand(
  record: LaneRecord,
  commit: CommitHash,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<void> {
  const { path, baseCommit } = record
  const guard = await guardOf(ports)
  const { ofBase, ofTree } = await namesOf(record, commit, ports)
  const before = await standingOf(path)
  // A room without a mark was made from nothing for this command.
  let isNew = before === null
  const go = async (to: CommitHash, setUp: string, known: Standing | null): Promise<Standing> => {
    if (known?.commit === to && known.setUp === setUp) return known
    await dropStanding(path)
    if (known?.commit !== to) await moveTo(path, to, signal)
    if (known?.setUp !== setUp && !isNew) await clear(path, to)
    isNew = false
    const made = known?.setUp === setUp ? known.made : await setUpAgain(record, setUp, signal, ports)
    const standing = { commit: to, setUp, made, guard }
    await writeStanding(path, standing)
    return standing
  }
  const onTree = (known: Standing | null): Promise<unknown> =>
    go(commit, ofTree, known).catch(async (error: unknown) => {
      if (!isOfSetUp(error)) throw error
      // What fails on the base as well is not for an agent to fix.
      const { ofBase: name } = await namesOf(record, baseCommit, ports)
      if (name !== null) await go(baseCommit, name, null)
      throw new SetUpOfTreeFailed(error.code, error.message, { next: error.next, cause: error })
    })
  // Without set-up both are the same.
  if (ofBase === null || ofBase === ofTree || before?.setUp === ofTree) return void (await onTree(before))
  const shared = before?.setUp === ofBase ? before : await go(baseCommit, ofBase, before)
  if (await bringsMade(path, baseCommit, commit, shared.made)) await onTree(shared)
  else await go(commit, ofBase, shared)
}

/** It failed, or it rewrote files of the tree, as `npm install` does with a lock file that does not fit. */
const setUpCodes: ReadonlySet<string> = new Set(['lane-setup-failed', 'lane-setup-dirty'])

const isOfSetUp = (error: unknown): error is UserError =>
  error instanceof UserError && setUpCodes.has(error.code)

/** On the base it does not fail: the change is the cause. */
export class SetUpOfTreeFailed extends UserError {}

async function namesOf(
  record: LaneRecord,
  commit: CommitHash,
  ports: LanePorts,
): Promise<{ readonly ofBase: string | null; readonly ofTree: string }> {
  const { setup, copyEnvFiles: env } = ports.lanes
  if (setup.length === 0 && env.length === 0) return { ofBase: 'none', ofTree: 'none' }
  const { ofBase, ofTree } = await setUpIds(record, commit, ports)
  if (!isOfThisLane(ports)) return { ofBase, ofTree }
  const suffix = createHash('sha256').update(record.lane).digest('hex').slice(0, 16)
  return { ofBase: ofBase === null ? null : ofBase + suffix, ofTree: ofTree + suffix }
}

async function moveTo(room: string, commit: CommitHash, signal: AbortSignal): Promise<void> {
  await clearStaleLock(room)
  await makeWhole(room)
  await gitOk(room, ['reset', '--hard', '--quiet', '--no-recurse-submodules', commit], { signal })
}

/** Whether the commit has files of its own where set-up made some: they would stand in each other's place. */
async function bringsMade(
  room: string,
  base: CommitHash,
  commit: CommitHash,
  made: readonly string[],
): Promise<boolean> {
  if (made.length === 0 || base === commit) return false
  const changed = await treeChanges(room, base, commit)
  const places = made.map((path) => path.replace(/\/$/, ''))
  return changed.some(({ path }) => places.some((place) => isWithin(path, place) || isWithin(place, path)))
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Nothing of another set-up stays. */
async function clear(path: string, commit: CommitHash): Promise<void> {
  await dropTemplate(path)
  await gitOk(path, ['clean', '-ffdx', '--quiet'])
  const links = await gitlinksOf(path, commit)
  for (const link of links) await removeTree(join(path, link.path))
  if (links.length > 0) dropOwnRepository(path)
}

/** Returns the paths that were made. */
async function setUpAgain(
  record: LaneRecord,
  id: string,
  signal: AbortSignal,
  ports: LanePorts,
): Promise<readonly string[]> {
  const { path } = record
  const { setup, copyEnvFiles: env } = ports.lanes
  await layRepository(path)
  await copyEnvFiles(ports.repoRoot, path, env)
  const made = setup.length === 0 ? [] : await install(record, id, true, signal, ports)
  return [...made, ...env]
}
