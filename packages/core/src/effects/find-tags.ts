/** Owns the effect that looks for acceptance tags: in tests of a tree, and in what checks printed. */
import type { Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'
import type { CommandFailed } from './command-failed.ts'

/** Only looks, so it is safe to repeat. */
export interface FindTags extends Ask<'FindTags', TagsFound | CommandFailed> {
  readonly lane: LaneName
  readonly commit: CommitHash
  readonly tags: readonly string[]
  /** Files that count as tests, whatever their names are. */
  readonly tests: readonly string[]
  /** Logs of checks, relative to the folder of the run; empty if none ran yet. */
  readonly logs: readonly { readonly check: string; readonly log: string }[]
}

export interface TagsFound extends OutcomeBase {
  readonly type: 'TagsFound'
  /** By tag; those that nothing names are missing. */
  readonly found: Readonly<Record<string, TagFound>>
  /** Of `tests`, the files that the tree does not have. */
  readonly absent: readonly string[]
}

export interface TagFound {
  /** Tests that contain the tag. */
  readonly tests: readonly string[]
  /** Lines of checks that say of a test with the tag how it ended; the first few. */
  readonly lines: readonly TagLine[]
}

export interface TagLine {
  readonly check: string
  readonly line: string
  readonly verdict: 'passed' | 'failed'
}
