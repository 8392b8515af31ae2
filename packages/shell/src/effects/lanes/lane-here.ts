/**
 * Finds out whether the lane that a record names is still a lane of this repository. It is not if the repository was moved
 * or copied. Then the lane is made again from its branch, and what is at the old place is left there: another repository may
 * work in it. Safe to repeat.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { laneDirsAt, pointedTo, pointerOf } from '../../machine/git/lane-dirs.ts'
import { freeFolder } from './lane-pool.ts'
import type { LanePorts } from './lane-ports.ts'
import { type LaneRecord, writeLaneRecord } from './lane-record.ts'
import { lanesFolder } from './lanes-folder.ts'
import { forgetLane } from './registered-lane.ts'

export interface Here {
  readonly record: LaneRecord
  /** Whether it was recorded at another place, which may still hold its files. */
  readonly isElsewhere: boolean
  /** For the operator. */
  readonly notes: readonly string[]
}

/** Returns the record as it is now. */
export async function laneHere(record: LaneRecord, ports: LanePorts): Promise<Here> {
  const { repoRoot, stateDir } = ports
  if (record.path === repoRoot || isOurs(record.path, repoRoot) || (await isAmongLanes(record.path, ports)))
    return { record, isElsewhere: false, notes: [] }
  await forgetLane(repoRoot, record.path)
  const { path, notes } = await freeFolder(ports, record.lane)
  const here: LaneRecord = { ...record, path, stage: record.stage === 'ready' ? 'opening' : record.stage }
  await writeLaneRecord(stateDir, here)
  if (!existsSync(record.path)) return { record: here, isElsewhere: false, notes }
  const note = `the lane ${record.lane} is made again in ${path}; files that were in no commit may be in its old folder ${record.path}`
  return { record: here, isElsewhere: true, notes: [note, ...notes] }
}

/** Whether the pointer beside it leads into this repository, also if git's own files are gone. */
function isOurs(path: string, repoRoot: string): boolean {
  const gitDir = pointedTo(pointerOf(path))
  if (gitDir === null) return false
  return realOrSame(join(dirname(gitDir), '..')) === realOrSame(gitDirsAt(repoRoot).commonDir)
}

/** Without a pointer that says otherwise, a folder among this repository's lanes is its own. */
const isAmongLanes = async (path: string, ports: LanePorts): Promise<boolean> =>
  pointedTo(pointerOf(path)) === null && dirname(path) === (await lanesFolder(ports)).path

/** Moves a folder that is no lane any more out of the way. Returns its new place, null if nothing was there. */
export async function keepRemains(path: string, runDir: string): Promise<string | null> {
  if (laneDirsAt(path) === null) await removeFile(pointerOf(path))
  if (!existsSync(path)) return null
  const folder = join(runDir, 'set-aside')
  await makeDir(folder)
  const place = join(folder, `lane-${randomUUID()}`)
  return rename(path, place).then(
    () => place,
    async (error: NodeJS.ErrnoException) => {
      // The run's folder may be on another disk.
      if (error.code !== 'EXDEV') throw error
      const beside = `${path}-set-aside-${randomUUID()}`
      await rename(path, beside)
      return beside
    },
  )
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
