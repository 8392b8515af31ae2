/** Owns the effect that edits a mission's documents. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { Reread } from '../../effects/reread.ts'
import type { Ask } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'
import type { MissionDigests } from './mission-contents.ts'
import type { ContractEntry, DocumentEdit, Feature, MissionMemory, RefusedEdit } from './mission-document.ts'

/**
 * Makes changes in a mission's documents, in order, each held against the file as it is now: people may edit at any
 * time, and what they wrote is never undone. Repeated, what stands there already is left alone. Never fails for what a
 * person did: that comes back as refused edits.
 */
export interface WriteDocuments extends Ask<'WriteDocuments', DocumentsWritten | CommandFailed> {
  readonly edits: readonly DocumentEdit[]
  /** As the run knows them, without these edits. */
  readonly known: Pick<MissionDigests, 'features' | 'contract'> & Partial<Pick<MissionDigests, 'memory'>>
  /** What was decided and why, where the edits are a decision's; it is journaled with them. */
  readonly decision: JournaledDecision | null
  /** Keeps features, contract and memory as they are then, and prunes old snapshots and logs; null between iterations. */
  readonly snapshot: { readonly iteration: number; readonly keep: number; readonly keepLogs: number } | null
}

export interface JournaledDecision {
  readonly iteration: number
  /** `NEXT_WORKER`. */
  readonly decision: string
  /** The feature or checkpoint it is about; null if it is about the whole. */
  readonly subject: string | null
  /** One sentence. */
  readonly reason: string
  readonly by: 'rules' | 'agent'
}

export interface DocumentsWritten extends OutcomeBase {
  readonly type: 'DocumentsWritten'
  /** Changed if it is anything else than what the run knew with these edits made. */
  readonly features: Reread<readonly Feature[] | null>
  readonly contract: Reread<readonly ContractEntry[] | null>
  /** Absent in journals of older versions; so are the checkpoints. */
  readonly memory?: Reread<MissionMemory>
  /** Names of checkpoints that are settled, as files say. */
  readonly fired?: readonly string[]
  readonly refused: readonly RefusedEdit[]
}
