/**
 * Removes lanes that earlier missions left for people to merge, of features and of documentation, once all that is in them
 * is in the base. Whatever cannot be proven to be there stays. Safe to repeat.
 */
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { ForgeError } from '../../effects/failure/forge-error.ts'
import { closeLane } from '../../effects/lanes/close-lane.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { type LaneRecord, laneRecords } from '../../effects/lanes/lane-record.ts'
import { readRef } from '../../machine/git/refs.ts'
import { findUnmerged } from './find-unmerged.ts'

/** As missions call the lanes of features and of documentation. */
const isOfMission = ({ lane, branch }: LaneRecord): boolean =>
  /^(F-|docs-\d+-\d{8}-\d{6}$)/.test(lane) && branch === `harness/${lane}`

/** What a person should hear of it; null if nothing was removed. */
export async function tidyMissionLanes(
  inUse: ReadonlySet<string>,
  baseBranch: string,
  ports: LanePorts,
  signal: AbortSignal,
): Promise<string | null> {
  const left = (await laneRecords(ports.stateDir)).filter(
    (record) => isOfMission(record) && !inUse.has(record.lane),
  )
  const worked: LaneRecord[] = []
  for (const record of left) if (await isWorkedIn(record, ports)) worked.push(record)
  const gone: string[] = []
  for (const { lane, branch, madeBy } of await mergedOf(worked, baseBranch, ports, signal)) {
    const [run = ''] = madeBy.split('/')
    const id = commandId(asRunId(run), 'close', lane, 1)
    const closed = await closeLane(
      { type: 'CloseLane', id, lane, branch, baseBranch },
      { signal, repeated: false },
      ports,
    )
    if (closed.type === 'LaneClosed' && closed.kept === null) gone.push(lane)
  }
  return gone.length === 0
    ? null
    : `lanes that were left were removed, for their work is in ${baseBranch}: ${gone.sort().join(', ')}`
}

/** A lane at its first commit has nothing to merge. */
async function isWorkedIn({ branch, baseCommit }: LaneRecord, { repoRoot }: LanePorts): Promise<boolean> {
  const tip = await readRef(repoRoot, `refs/heads/${branch}`)
  return tip !== null && tip !== baseCommit
}

/** None while the forge does not answer: they can be removed another time. */
async function mergedOf(
  records: readonly LaneRecord[],
  baseBranch: string,
  ports: LanePorts,
  signal: AbortSignal,
): Promise<readonly LaneRecord[]> {
  try {
    const lanes = records.map(({ lane }) => lane)
    const unmerged = await findUnmerged(lanes, baseBranch, { ...ports, forge: null }, signal)
    return records.filter(({ lane }) => unmerged.every(({ feature }) => feature !== lane))
  } catch (error) {
    if (error instanceof ForgeError) return []
    throw error
  }
}
