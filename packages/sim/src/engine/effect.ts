import type { CommandId } from '@harness/core/kernel/ids'

/** A lasting change of the world, as its checkers hear of it. */
export interface Effect {
  readonly kind: string
  /** The command that brought it about; null if a person did. */
  readonly commandId: CommandId | null
  /** Where not null, the effect must happen at most once under this name in the life of a run. */
  readonly once: string | null
}
