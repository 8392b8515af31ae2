/** What running checks may touch beside the lane. */

import type { TextStage } from '../../machine/process/text-stage.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'

export interface CheckPorts extends LanePorts {
  /** A new stream that redacts secrets, for output too large to hold. */
  redactionStream(): TextStage
}
