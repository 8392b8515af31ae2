/**
 * Finds the place of a lane whose repository was moved or copied: its record and git's files name the old path. The lane
 * gets its place among the lanes here. What is at the old path is left alone: the original may work there. Safe to repeat.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { pathInside } from '../../machine/disk/resolve-inside.ts'
import { areOfOneRepository, gitDirsAt } from '../../machine/git/git-dirs.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import { freeFolder } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, writeLaneRecord } from './lane-record.ts'

/** `worktree` is the place that was asked for, relative to the checkout. Returns the record as it is now. */
export async function laneHere(
  record: LaneRecord,
  worktree: string | undefined,
  ports: Pick<LanePorts, 'repoRoot' | 'stateDir' | 'runDir'>,
): Promise<LaneRecord> {
  const { repoRoot, stateDir, runDir } = ports
  const wanted =
    worktree === undefined
      ? join(await realpath(lanesDir(stateDir)), basename(record.path))
      : await pathInside(repoRoot, worktree)
  if (record.path === wanted || areOfOneRepository(record.path, repoRoot)) return record
  const isTaken = areOfOneRepository(wanted, repoRoot)
  if (!isTaken) await keepRemains(wanted, runDir)
  await forgetWorktree(repoRoot, record.path)
  const here: LaneRecord = {
    ...record,
    path: isTaken ? await freeFolder(repoRoot, stateDir, record.lane) : wanted,
    stage: record.stage === 'ready' ? 'opening' : record.stage,
  }
  await writeLaneRecord(stateDir, here)
  return here
}

/** Moves a folder that is no worktree any more out of the way. Returns its new place, null if nothing was there. */
export async function keepRemains(path: string, runDir: string): Promise<string | null> {
  if (!existsSync(path)) return null
  const folder = join(runDir, 'set-aside')
  await makeDir(folder)
  const place = join(folder, `lane-${randomUUID()}`)
  await rename(path, place)
  return place
}

/** `git worktree remove` would touch the original of a copy, so only git's own files here are removed. */
async function forgetWorktree(repoRoot: string, path: string): Promise<void> {
  const folder = join(gitDirsAt(repoRoot).commonDir, 'worktrees')
  for (const name of await readdir(folder).catch(() => [])) {
    const pointer = await readFile(join(folder, name, 'gitdir'), 'utf8').catch(() => '')
    if (pointer !== '' && dirname(resolve(folder, name, pointer.trimEnd())) === path)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
