/**
 * Keeps what git ignores from taking part in evidence unseen. Checks are to show something about a tree, and an ignored
 * file that an agent left is not in it: before checks it is moved to where the run keeps what it set aside. What the
 * lane's set-up made stays, and so does what earlier checks made, if it is unchanged since. Not looked into are
 * folders that set-up made and folders of checks with thousands of files.
 */
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import { shownPath } from '../../machine/git/path-text.ts'
import { fullStatus } from '../../machine/git/status.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { emptyFolders, removeEmpty } from './empty-folders.ts'
import { copyEnvFiles } from './env-files.ts'
import {
  checkMarks,
  emptyMemory,
  type IgnoredMemory,
  type Marks,
  readIgnoredMemory,
  setupMarks,
  writeIgnoredMemory,
} from './ignored-memory.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { ignoredAside, moveAside } from './move-aside.ts'
import { setUpKey, writeSetUpMark } from './set-up-key.ts'

/**
 * Moves away what does not belong; tells what that was. `known` is what git ignores there, if that was just asked. Repeated,
 * it takes what it finds for the checks' own.
 */
export async function withholdIgnored(
  command: CommandId,
  lane: LaneRecord,
  ports: LanePorts,
  known: readonly string[] | null = null,
): Promise<readonly string[]> {
  // In place, what git ignores is the user's own.
  if (isInPlace(lane.path)) return []
  const memory = await ignoredMemory(lane, ports)
  if (memory === null || memory.checking === command) return []
  const { setup, checks, empty } = memory
  const ignored = known ?? (await fullStatus(lane.path)).ignored
  const strange = differing(checks, await checkMarks(lane, notOfSetup(ignored, setup)))
  const changed = differing(setup, await setupMarks(lane, Object.keys(setup)))
  const isEnv = (path: string): boolean => ports.lanes.copyEnvFiles.includes(path)
  const [changedEnv, left] = [changed.filter(isEnv), changed.filter((path) => !isEnv(path))]
  const there = new Set(ignored)
  const env = [...changedEnv, ...Object.keys(setup).filter((path) => isEnv(path) && !there.has(path))]
  const aside = ignoredAside(ports.runDir, command)
  const moved = [...strange, ...changedEnv]
  for (const path of moved) await moveAside(aside, lane.path, path)
  const emptied = (await emptyFolders(lane.path)).filter((folder) => !empty.includes(folder))
  for (const folder of emptied) await removeEmpty(lane.path, folder)
  await copyEnvFiles(ports.repoRoot, lane.path, env)
  await writeIgnoredMemory(ports.stateDir, lane, {
    setup: { ...setup, ...(await setupMarks(lane, [...env, ...left])) },
    checks,
    empty,
    checking: command,
  })
  return [
    ...(moved.length === 0 ? [] : [movedNote(moved.map(shownPath), aside)]),
    ...(left.length === 0 ? [] : [leftNote(left.map(shownPath))]),
    ...(emptied.length === 0 ? [] : [emptyNote(emptied.map(shownPath))]),
  ]
}

/** Ignored files that checks of `commit` made stay for the next checks, while its lock files are the same. */
export async function rememberIgnored(
  lane: LaneRecord,
  commit: CommitHash,
  ports: LanePorts,
  known: readonly string[] | null = null,
): Promise<void> {
  if (isInPlace(lane.path)) return
  const { setup, empty } = (await ignoredMemory(lane, ports)) ?? emptyMemory
  const [ignored, emptyNow] = await Promise.all([
    known ?? fullStatus(lane.path).then((full) => full.ignored),
    emptyFolders(lane.path),
  ])
  const made = notOfSetup(ignored, setup)
  // With set-up commands the lane has its mark already.
  if (ports.lanes.setup.length === 0 && made.length > 0)
    await writeSetUpMark(lane.path, await setUpKey(lane.path, commit, ports.lanes))
  await writeIgnoredMemory(ports.stateDir, lane, {
    setup: { ...setup, ...(await setupMarks(lane, Object.keys(setup))) },
    checks: await checkMarks(lane, made),
    empty: [...new Set([...empty, ...emptyNow])],
    checking: null,
  })
}

/** Where set-up does nothing there is nothing to remember of it. Null if it cannot be told what it made. */
async function ignoredMemory(lane: LaneRecord, ports: LanePorts): Promise<IgnoredMemory | null> {
  const { setup, copyEnvFiles: env } = ports.lanes
  const known = await readIgnoredMemory(ports.stateDir, lane)
  return known ?? (setup.length === 0 && env.length === 0 ? emptyMemory : null)
}

/** Neither made by set-up nor inside a folder that it made: what patterns say of such a folder may change. */
function notOfSetup(ignored: readonly string[], setup: Marks): readonly string[] {
  const folders = Object.keys(setup).filter((known) => known.endsWith('/'))
  return ignored.filter(
    (path) => !Object.hasOwn(setup, path) && !folders.some((folder) => path.startsWith(folder)),
  )
}

const differing = (before: Marks, now: Marks): readonly string[] =>
  Object.keys(now).filter((path) => !Object.hasOwn(before, path) || before[path] !== now[path])

const movedNote = (files: readonly string[], folder: string): string =>
  `before the checks, files that git ignores and that neither lanes.setup nor a check made were moved to ${folder}: ${namedFew(files)}`

const leftNote = (files: readonly string[]): string =>
  `files that lanes.setup made and git ignores have changed since, and the checks saw them so: ${namedFew(files)}`

const emptyNote = (folders: readonly string[]): string =>
  `before the checks, folders with nothing in them, which git cannot hold, were removed: ${namedFew(folders)}`
