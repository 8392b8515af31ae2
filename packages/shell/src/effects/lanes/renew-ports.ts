/**
 * A lane that is used again keeps its ports while they are free. It gets others if something listens there, or if its lease
 * was lost and another lane has the ports now. Then it is set up again, because set-up may have written the old ports into
 * files. To be called by one process at a time.
 */
import type { LanePorts } from './lane-ports.ts'
import { isLaneThere, type LaneRecord, portsInUse, writeLaneRecord } from './lane-record.ts'
import { areFree } from './port-block.ts'
import { holdsPorts, leasePorts } from './port-lease.ts'
import { dropSetUpMark } from './set-up-key.ts'

/** Returns the record as it is now. */
export async function renewPorts(record: LaneRecord, ports: LanePorts): Promise<LaneRecord> {
  if (record.ports.length === 0) return record
  if ((await holdsPorts(record.lane, record.ports, ports)) && (await areFree(record.ports))) return record
  const others = await portsInUse(ports.stateDir, record.lane)
  const leased = await leasePorts(record.lane, others, record.ports, ports)
  if (leased.ports.join() === record.ports.join()) return record
  if (isLaneThere(record)) await dropSetUpMark(record.path)
  const renewed: LaneRecord = { ...record, ports: leased.ports }
  await writeLaneRecord(ports.stateDir, renewed)
  return renewed
}
