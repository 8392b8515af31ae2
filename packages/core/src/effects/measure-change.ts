/** Owns the effect that measures what a lane changed. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Counts what a lane changed between two commits. */
export interface MeasureChange extends Ask<'MeasureChange', ChangeMeasured | CommandFailed> {
  readonly lane: LaneName
  readonly from: CommitHash
  readonly to: CommitHash
}

export interface ChangeMeasured extends OutcomeBase {
  readonly type: 'ChangeMeasured'
  readonly files: readonly FileChange[]
}

export interface FileChange {
  readonly path: string
  readonly added: number
  readonly removed: number
  /** Absent in old journals. */
  readonly how?: ChangedHow
}

export type ChangedHow = 'modified' | 'created' | 'deleted'

export type ChangedFile = Required<FileChange>
