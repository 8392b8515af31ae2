/**
 * Owns the file that proves a lane to be ours: `<stateDir>/lanes/.records/<lane>.json`, written before the branch is
 * made and removed after it is gone. Written whole or not at all, so that a crash leaves the old record or the new one.
 */

import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommitHash, asLaneName, type CommitHash, type LaneName } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { laneDirsAt } from '../../machine/git/lane-dirs.ts'
import { lanesDir, recordsIn } from '../../store/layout/lane-place.ts'

export interface LaneRecord {
  readonly version: 1
  readonly lane: LaneName
  readonly branch: string
  /** Its folder, outside the checkout. */
  readonly path: string
  /** The link in the checkout that leads to it, relative to the top; absent if there is none. */
  readonly place?: string | undefined
  /** The commit the branch began at. */
  readonly baseCommit: CommitHash
  /** The command that made the lane. */
  readonly madeBy: string
  readonly ports: readonly number[]
  /**
   * `new`: the branch may not be there yet. `switching`: nor may it, and the folder holds the files of an earlier lane,
   * which were proven to hold no work. `opening`: the branch is ours, the rest is unfinished. `ready`: all is there.
   */
  readonly stage: 'new' | 'switching' | 'opening' | 'ready'
}

const recordsDir = (stateDir: string): string => recordsIn(lanesDir(stateDir))
export const laneRecordPath = (stateDir: string, lane: string): string =>
  join(recordsDir(stateDir), `${safeName(lane)}.json`)

/** A lane's name is one plain file name: it cannot lead anywhere else. */
function safeName(lane: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/.test(lane) && lane.length <= 150) return lane
  throw new UserError('lane-name-invalid', `${JSON.stringify(lane)} cannot name a lane.`, {
    next: 'Use letters, digits, dashes and single dots in the plan’s file name.',
  })
}

export async function readLaneRecord(stateDir: string, lane: LaneName): Promise<LaneRecord | null> {
  const path = laneRecordPath(stateDir, lane)
  const text = await textIfThere(path)
  if (text === null) return null
  const record = parseRecord(text)
  if (record !== null && record.lane === lane) return record
  throw new UserError('lane-record-damaged', `${path} does not say what lane it is about.`, {
    next: `Look at the lanes in ${lanesDir(stateDir)}, save what you need of ${lane}, then remove ${path}.`,
  })
}

/** The lane that a command needs. An earlier command opened it, so it is only missing if it was removed since. */
export async function requireLane(stateDir: string, lane: LaneName): Promise<LaneRecord> {
  const record = await readLaneRecord(stateDir, lane)
  if (record !== null && record.stage === 'ready' && isLaneThere(record)) return record
  const where = record === null ? '' : ` in ${record.path}`
  throw new UserError('lane-missing', `The lane ${lane}${where} is gone.`, {
    next: 'It is made again from its branch by: harness resume',
  })
}

/** False if the folder, the pointer beside it or git's own files for it were removed. */
export function isLaneThere({ path }: Pick<LaneRecord, 'path'>): boolean {
  const lane = laneDirsAt(path)
  return lane !== null && existsSync(join(lane.gitDir, 'HEAD'))
}

export async function writeLaneRecord(stateDir: string, record: LaneRecord): Promise<void> {
  await makeDir(recordsDir(stateDir))
  await durableReplace(laneRecordPath(stateDir, record.lane), `${JSON.stringify(record, null, 2)}\n`)
}

export const removeLaneRecord = (stateDir: string, lane: LaneName): Promise<void> =>
  rm(laneRecordPath(stateDir, lane), { force: true })

/** Ports that other lanes of this repository hold. A record that cannot be read holds none. */
export async function portsInUse(stateDir: string, except: LaneName): Promise<ReadonlySet<number>> {
  const others = (await laneRecords(stateDir)).filter(({ lane }) => lane !== except)
  return new Set(others.flatMap(({ ports }) => ports))
}

/** The ports in the record of any repository's lane, null if there is no such record. */
export async function portsNamedIn(path: string): Promise<readonly number[] | null> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return parseRecord(text)?.ports ?? null
}

/** The records of all lanes of this repository that can be read. */
export async function laneRecords(stateDir: string): Promise<readonly LaneRecord[]> {
  const names = await readdir(recordsDir(stateDir)).catch(() => [])
  const texts = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFile(join(recordsDir(stateDir), name), 'utf8').catch(() => ''))
  return (await Promise.all(texts)).flatMap((text) => parseRecord(text) ?? [])
}

/** The folders that lanes of this repository are in, but for one of them. */
export async function lanePaths(stateDir: string, except: LaneName | null): Promise<ReadonlySet<string>> {
  const others = (await laneRecords(stateDir)).filter(({ lane }) => lane !== except)
  return new Set(others.map(({ path }) => path))
}

/** The lanes of this repository, and the commands that made them. The id of a command starts with that of its run. */
export const laneMakers = async (
  stateDir: string,
): Promise<readonly Pick<LaneRecord, 'lane' | 'branch' | 'madeBy'>[]> => laneRecords(stateDir)

function parseRecord(text: string): LaneRecord | null {
  const { version, lane, branch, path, place, baseCommit, madeBy, ports, stage } = jsonObjectIn(text) ?? {}
  const known =
    version === 1 &&
    [lane, branch, path, baseCommit, madeBy].every((field) => typeof field === 'string') &&
    Array.isArray(ports) &&
    ports.every((port) => Number.isInteger(port)) &&
    (stage === 'new' || stage === 'switching' || stage === 'opening' || stage === 'ready')
  if (!known) return null
  return {
    version,
    lane: asLaneName(String(lane)),
    branch: String(branch),
    path: String(path),
    ...(typeof place === 'string' ? { place } : {}),
    baseCommit: asCommitHash(String(baseCommit)),
    madeBy: String(madeBy),
    ports: ports as readonly number[],
    stage,
  }
}
