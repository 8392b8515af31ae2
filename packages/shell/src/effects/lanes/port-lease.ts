/**
 * Owns which lane of this user holds which ports on this host, across repositories: a file per lane in
 * `<user data>/ports/<host>/`. A lease ends with its lane. It is stale if the lane's record no longer names its ports and
 * the process that took it is gone, or if the repository is gone. Ports of other users are only seen while something listens.
 */
import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import { type LeaseRecord, parseLeaseRecord } from '../../machine/lock/lease-record.ts'
import { ownRecord } from '../../machine/lock/own-record.ts'
import { standingHere } from '../../machine/lock/standing-here.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import type { LanePorts } from './lane-ports.ts'
import { laneRecordPath, portsNamedIn } from './lane-record.ts'
import { freePortBlock } from './port-block.ts'

type Environment = LanePorts['environment']

interface PortLease {
  /** The file of the lane's record. */
  readonly record: string
  readonly ports: readonly number[]
  /** The process that took it: the lane's record is written after the lease. */
  readonly holder: LeaseRecord
}

interface Leased {
  readonly ports: readonly number[]
  /** For the operator, null if the ports are leased. */
  readonly note: string | null
}

const waitMs = 60_000

const leasesDir = (environment: Environment): string =>
  join(userDataDir(environment), 'ports', hostname().replace(/[^\w.-]+/g, '-') || 'host')

const leaseFile = (dir: string, record: string): string =>
  join(dir, `${createHash('sha256').update(record).digest('hex').slice(0, 32)}.json`)

/** Takes a block for a lane: `wanted` if it is free, else the first free one. Taken again, it replaces the lane's old lease. */
export async function leasePorts(
  lane: string,
  taken: ReadonlySet<number>,
  wanted: readonly number[],
  { lanes, environment, stateDir }: Pick<LanePorts, 'lanes' | 'environment' | 'stateDir'>,
): Promise<Leased> {
  const { portBase, portsPerLane } = lanes
  const dir = leasesDir(environment)
  const record = laneRecordPath(stateDir, lane)
  const free = (others: readonly number[]): Promise<readonly number[]> =>
    freePortBlock(portBase, portsPerLane, new Set([...taken, ...others]), wanted)
  if (!(await isUsable(dir))) return { ports: await free([]), note: unleasedNote(dir) }
  return withLock(
    dir,
    async () => {
      const ports = await free((await standingLeases(dir, record)).flatMap((lease) => lease.ports))
      const lease: PortLease = { record, ports, holder: await ownRecord(`ports of ${lane}`) }
      await durableReplace(leaseFile(dir, record), `${JSON.stringify(lease)}\n`)
      return { ports, note: null }
    },
    { waitMs },
  )
}

/** Whether the lane still holds exactly these ports. */
export async function holdsPorts(
  lane: string,
  ports: readonly number[],
  { environment, stateDir }: Pick<LanePorts, 'environment' | 'stateDir'>,
): Promise<boolean> {
  const record = laneRecordPath(stateDir, lane)
  const lease = await readLease(leaseFile(leasesDir(environment), record))
  return lease !== null && lease.record === record && lease.ports.join() === ports.join()
}

/** To be called after the lane's record is gone. A lease that cannot be removed is stale from now on. */
export const releasePorts = (
  lane: string,
  { environment, stateDir }: Pick<LanePorts, 'environment' | 'stateDir'>,
): Promise<void> =>
  removeFile(leaseFile(leasesDir(environment), laneRecordPath(stateDir, lane))).catch(() => {})

/** Ports that lanes of any repository hold now. Only looks. */
export async function leasedPorts(environment: Environment): Promise<ReadonlySet<number>> {
  const leases = await leasesIn(leasesDir(environment))
  const standing = await Promise.all(
    leases.map(async ({ lease }) => (lease !== null && (await stands(lease)) ? lease.ports : [])),
  )
  return new Set(standing.flat())
}

async function isUsable(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The leases of other lanes. Stale ones are removed. */
async function standingLeases(dir: string, own: string): Promise<readonly PortLease[]> {
  const found: PortLease[] = []
  for (const { file, lease } of await leasesIn(dir)) {
    if (lease?.record === own) continue
    if (lease !== null && (await stands(lease))) found.push(lease)
    else await removeFile(file)
  }
  return found
}

async function leasesIn(
  dir: string,
): Promise<readonly { readonly file: string; readonly lease: PortLease | null }[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
  return Promise.all(
    names.map(async (name) => ({ file: join(dir, name), lease: await readLease(join(dir, name)) })),
  )
}

async function stands({ record, ports, holder }: PortLease): Promise<boolean> {
  if (!existsSync(dirname(dirname(record)))) return false
  const named = await portsNamedIn(record)
  if (named !== null && named.join() === ports.join()) return true
  return (await standingHere(holder)) !== 'stale'
}

async function readLease(file: string): Promise<PortLease | null> {
  try {
    const { record, ports, holder } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    const by = parseLeaseRecord(JSON.stringify(holder ?? null))
    const isKnown = typeof record === 'string' && Array.isArray(ports) && ports.every(Number.isInteger)
    return isKnown && by !== null ? { record, ports: ports as readonly number[], holder: by } : null
  } catch {
    return null
  }
}

const unleasedNote = (dir: string): string =>
  `${dir} cannot be written, so ports of other repositories are unknown; this lane got ports that are free now`
