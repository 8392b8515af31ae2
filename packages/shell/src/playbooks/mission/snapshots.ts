/**
 * Owns the snapshots that a mission leaves after each iteration: `<stateDir>/snapshots/<time>-iter-NNN/` with features,
 * contract and memory as they were, and how many of them and of the runs' logs are kept.
 */

import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import { runIdAt } from '../../store/layout/run-folder.ts'
import { readDocument } from './mission-files.ts'

const kept = [
  missionPaths.features,
  missionPaths.contract,
  missionPaths.raw,
  missionPaths.summary,
  missionPaths.long,
] as const

/** Only what is called so is ours to remove. */
const snapshotName = /^\d{8}-\d{6}-iter-\d{3,}$/
const unfinishedName = /^\.\d{8}-\d{6}-iter-\d{3,}$/
const logName = /^.+-\d{8}-\d{6}\.log$/

export interface SnapshotOrder {
  readonly iteration: number
  readonly at: number
  /** The command was begun before: the newest snapshot may be its own. */
  readonly repeated: boolean
}

/** Whole or not at all, for it is made under another name first; not synced, for nothing goes by it. */
export async function takeSnapshot(
  stateDir: string,
  repoRoot: string,
  { iteration, at, repeated }: SnapshotOrder,
): Promise<void> {
  const folder = join(stateDir, 'snapshots')
  const suffix = `-iter-${String(iteration).padStart(3, '0')}`
  const names = (await namesOf(folder)).filter((name) => snapshotName.test(name))
  if (repeated && names.at(-1)?.endsWith(suffix) === true) return
  const name = `${runIdAt(at)}${suffix}`
  const made = join(folder, `.${name}`)
  await rm(made, { recursive: true, force: true })
  await mkdir(made, { recursive: true })
  for (const path of kept) {
    const text = await readDocument(repoRoot, path)
    if (text === null) continue
    await mkdir(dirname(join(made, path)), { recursive: true })
    await writeFile(join(made, path), text)
  }
  await rm(join(folder, name), { recursive: true, force: true })
  await rename(made, join(folder, name))
}

/** The newest that a snapshot has of one of the documents; null if none has it. */
export async function newestCopy(stateDir: string, path: string): Promise<string | null> {
  const folder = join(stateDir, 'snapshots')
  const names = (await namesOf(folder)).filter((name) => snapshotName.test(name)).reverse()
  for (const name of names) {
    const copy = join(folder, name, path)
    if ((await stat(copy).catch(() => null)) !== null) return copy
  }
  return null
}

/** Keeps the newest so many, and whatever is not ours. */
export async function pruneSnapshots(stateDir: string, keep: number): Promise<void> {
  const folder = join(stateDir, 'snapshots')
  const names = await namesOf(folder)
  const old = names.filter((name) => snapshotName.test(name)).slice(0, -keep)
  const unfinished = names.filter((name) => unfinishedName.test(name))
  for (const name of [...old, ...unfinished]) await rm(join(folder, name), { recursive: true, force: true })
}

/** A log is a projection of its run's journal: one that is missed is written again when its run goes on. */
export async function pruneLogs(stateDir: string, keep: number): Promise<void> {
  const folder = join(stateDir, 'logs')
  const logs = (await namesOf(folder)).filter((name) => logName.test(name))
  if (logs.length <= keep) return
  const aged = await Promise.all(
    logs.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  )
  const oldest = aged.sort((a, b) => a.at - b.at).slice(0, logs.length - keep)
  for (const { name } of oldest) await rm(join(folder, name), { force: true })
}

const namesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).sort()
