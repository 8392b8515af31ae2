/** What every event and every outcome carries. */
import type { CommandId } from '../kernel/ids.ts'

export interface EventBase {
  readonly at: number
}

export interface OutcomeBase extends EventBase {
  readonly commandId: CommandId
  /** What a person should hear of beside it: what was left, kept or moved aside, and where. Decides nothing. */
  readonly notes?: readonly string[]
}
