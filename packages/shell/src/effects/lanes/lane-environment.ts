/** Owns what programs in a lane see of the world: an allow-list of the operator's environment, and the lane's own facts. */
import { workFolder } from '../../machine/git/lane-dirs.ts'
import { allowedEnvironment } from '../../machine/process/environment.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'

/** For set-up, teardown and checks: never the keys of agents' providers. */
export const laneEnvironment = (
  record: LaneRecord,
  ports: Pick<LanePorts, 'lanes' | 'environment'>,
): Record<string, string> => allowedEnvironment(ports.environment, ports.lanes.env, laneVariables(record))

/** The lane's name, branch and block of ports. */
export function laneVariables(record: LaneRecord): Record<string, string> {
  const [first] = record.ports
  return {
    HARNESS_LANE: record.lane,
    HARNESS_LANE_BRANCH: record.branch,
    HARNESS_LANE_PATH: workFolder(record.path),
    ...(first === undefined ? {} : { HARNESS_LANE_PORT: String(first) }),
    ...Object.fromEntries(record.ports.map((port, index) => [`HARNESS_PORT_${index}`, String(port)])),
  }
}
