/** What missions ask for: their documents, smoke tests, hooks and notices. */

import type { OutcomeBase } from './event-base.ts'
import type { ContractEntry, Feature, MissionFacts, MissionMemory, RefusedEdit } from './mission-document.ts'
import type { Reread } from './reread.ts'

export interface MissionRead extends OutcomeBase {
  readonly type: 'MissionRead'
  readonly spec: Reread<string>
  /** The content is null where there is no such file. */
  readonly features: Reread<readonly Feature[] | null>
  readonly contract: Reread<readonly ContractEntry[] | null>
  readonly memory: Reread<MissionMemory>
  readonly facts: MissionFacts
}

export interface DocumentsWritten extends OutcomeBase {
  readonly type: 'DocumentsWritten'
  /** Changed where it is anything else than what the run knew with these edits made. */
  readonly features: Reread<readonly Feature[] | null>
  readonly contract: Reread<readonly ContractEntry[] | null>
  /** Absent in journals of older versions; so are the checkpoints. */
  readonly memory?: Reread<MissionMemory>
  /** Names of checkpoints that are settled, as files say. */
  readonly fired?: readonly string[]
  readonly refused: readonly RefusedEdit[]
}

export interface SmokeTested extends OutcomeBase {
  readonly type: 'SmokeTested'
  readonly passed: boolean
  /** What was expected and what came, one sentence each; empty where it passed. */
  readonly failures: readonly string[]
  readonly outputTail: string
}

/** The hook ended, or was ended; whatever came of it only warns. */
export interface HookRan extends OutcomeBase {
  readonly type: 'HookRan'
  /** Null where it ended with 0. */
  readonly problem: string | null
}

export interface Notified extends OutcomeBase {
  readonly type: 'Notified'
  /** Null where the program ended with 0. */
  readonly problem: string | null
}
