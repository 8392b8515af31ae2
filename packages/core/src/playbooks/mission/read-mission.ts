/** Owns the effect that reads a mission's documents. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { ForgeFailed } from '../../effects/forge-failed.ts'
import type { Reread } from '../../effects/reread.ts'
import type { Ask } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'
import type { CommitHash } from '../../kernel/ids.ts'
import type { ContractEntry, Feature, MissionFacts, MissionMemory } from './mission-document.ts'

/** Reads a mission's spec, features, contract and memory again. */
export interface ReadMission extends Ask<'ReadMission', MissionRead | ForgeFailed | CommandFailed> {
  readonly specPath: string
  /** Which passed features are not in it yet is looked at too. */
  readonly baseBranch: string
  /** What this run left for people to merge: the file may not say yet that it has passed, and its branch may be deleted. */
  readonly kept: readonly KeptWork[]
  /** Digests of what the run knows; null if it knows nothing yet. Only what differs comes back. */
  readonly known: MissionDigests
}

export interface KeptWork {
  readonly feature: string
  readonly commit: CommitHash
}

export interface MissionDigests {
  readonly spec: string | null
  readonly features: string | null
  readonly contract: string | null
  readonly memory: string | null
}

export interface MissionRead extends OutcomeBase {
  readonly type: 'MissionRead'
  readonly spec: Reread<string>
  /** The content is null if there is no such file. */
  readonly features: Reread<readonly Feature[] | null>
  readonly contract: Reread<readonly ContractEntry[] | null>
  readonly memory: Reread<MissionMemory>
  readonly facts: MissionFacts
}
