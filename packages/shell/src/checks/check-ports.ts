/** What running checks may touch beside the lane. */
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { TextStage } from '../redaction/text-stage.ts'

export interface CheckPorts extends LanePorts {
  /** A new stream that redacts secrets, for output too large to hold. */
  redactionStream(): TextStage
}
