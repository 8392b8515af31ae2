/** Owns the effect that looks for marks of unfinished work in the files that a change touches. */

import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Only looks, so it is safe to repeat. */
export interface ScanFiles extends Ask<'ScanFiles', FilesScanned | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  /** Deleted files may be among them. */
  readonly files: readonly string[]
}

export interface FilesScanned extends OutcomeBase {
  readonly type: 'FilesScanned'
  readonly count: number
  /** The first hundred. */
  readonly marks: readonly Mark[]
}

export interface Mark {
  readonly file: string
  readonly line: number
  readonly mark: 'TODO' | 'FIXME' | 'HACK'
}
