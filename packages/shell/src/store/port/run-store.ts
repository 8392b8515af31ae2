/**
 * The port to everything that is kept of runs. All code that lists, reads, follows, writes or answers runs uses it.
 *
 * A run is named by its subject and its id, never by a path. Contract: test-support/run-store.contract.ts, run on the
 * file store and on the memory store.
 */

import type { AnyEvent } from '@harness/core/kernel/effect'
import type { UserError } from '@harness/core/kernel/user-error'
import type { AnswerWord, InboxWord } from '@harness/formats/records/inbox-word'
import type { Holder } from '../../machine/lock/holder.ts'
import type { Projections } from '../layout/run-projections.ts'
import type { RunSummary } from '../layout/run-summary.ts'
import type { StoredReport } from '../layout/stored-report.ts'

export interface RunRef {
  readonly subject: string
  readonly runId: string
}

export interface RunStore {
  /** Runs with at least one record, newest first; of one subject if it is named. Reads summaries and no journal. */
  list(subject?: string): Promise<readonly KnownRun[]>
  /** Subjects that a run was started for, also if no run is left. */
  subjects(): Promise<ReadonlySet<string>>
  /** Runs that were started and recorded nothing. `list` leaves them out. */
  unwritten(): Promise<readonly RunRef[]>
  /** Remembers the main worktree in which this machine drives the run. No event has it: it means nothing elsewhere. */
  keepPlace(run: RunRef, mainWorktree: string): Promise<void>
  /** That worktree; null if it is unknown. */
  placeOf(run: RunRef): Promise<string | null>
  /** Replaces the run's summary. A crash leaves the old or the new one. */
  summarise(run: RunRef, summary: RunSummary): Promise<void>
  /** Replaces the summary and the report of the run's latest state. */
  project(run: RunRef, projections: Projections): Promise<void>
  /** The report of the latest state that was projected; null if there is none, or it was lost. */
  reportOf<Report>(run: RunRef): Promise<StoredReport<Report> | null>

  /** The first and the last records; null if there is no journal. Records in between are not verified. */
  peek(run: RunRef, lastCount?: number): Promise<PeekedJournal | null>
  /**
   * All whole records after `from`, verified; null if there is no journal. Throws a UserError with exit code 12 if a
   * record or a text that it refers to is missing or damaged. Skips a record that is still being written. Of a long
   * journal it reads about `mostBytes`, and at least one record: the end says where to go on.
   */
  read(run: RunRef, from?: JournalPosition, mostBytes?: number): Promise<ReadJournal | null>
  /** Whether the journal has that position: a position of another journal, or of a longer one, must not be read from. */
  has(run: RunRef, position: JournalPosition): Promise<boolean>
  /** The newest snapshot that the reader can use, and all events after it; null if there is no journal. */
  readSince(run: RunRef, reader: SnapshotReader): Promise<JournalSinceSnapshot | null>
  /** Yields new records in order as they come. Ends once the signal is aborted and all records before that are out. */
  tail(run: RunRef, from: JournalPosition, signal: AbortSignal): AsyncIterable<ReadJournal>

  /**
   * Opens the journal to append. The caller holds the subject. Repairs a record that a crash cut short. Throws, and
   * changes nothing, if the journal is damaged. If two writers open one journal, the append of the second one rejects.
   * Without a reader no snapshot is used.
   */
  open(run: RunRef, reader?: SnapshotReader): Promise<OpenedJournal>

  /**
   * Puts a person's word into the run's inbox, also if no process works on the run. Durable when it resolves. Throws
   * `gate-already-answered` for a second answer to the same gate.
   */
  answer(run: RunRef, word: InboxWord): Promise<void>
  /** Whether an answer that no process has taken is in the inbox. */
  hasAnswer(run: RunRef): Promise<boolean>
  /** Words that no process has taken yet, oldest first. */
  words(run: RunRef): Promise<readonly InboxItem[]>
  /** Yields each word once, those that wait first. Ends when the signal is aborted. */
  watchWords(run: RunRef, signal: AbortSignal): AsyncIterable<InboxItem>
  /** Removes a word whose effect is in the journal. Safe to repeat. Its gate stays closed to other answers. */
  wordTaken(run: RunRef, word: PostedWord): Promise<void>
  /** Removes an answer that the run refused, and keeps the reason. Its gate stays open to other answers. */
  wordRefused(run: RunRef, word: PostedWord, why: string): Promise<void>
  /** Why the run refused this answer; null if it did not. */
  refusalOf(run: RunRef, word: AnswerWord): Promise<string | null>

  /** Takes all runs of a subject for this process. Throws `run-held` (exit code 11) if another holder has them. */
  hold(subject: string, purpose: string): Promise<HeldSubject>
  /** The process that holds the subject; null if none does. */
  holderOf(subject: string): Promise<Holder | null>
}

export interface HeldSubject {
  /** Safe to repeat. A process that ends without it leaves a hold that the next process takes over. */
  release(): Promise<void>
}

export interface KnownRun extends RunRef {
  /** Null if it was lost; the journal still has all facts. */
  readonly summary: RunSummary | null
}

/** How far a journal has been read or written. */
export interface JournalPosition {
  readonly events: number
  /** Of the records, each with its newline. */
  readonly bytes: number
  /** CRC-32 of these bytes. A snapshot recognizes its journal by it. */
  readonly crc: number
}

export const journalStart: JournalPosition = { events: 0, bytes: 0, crc: 0 }

export interface ReadJournal {
  readonly events: readonly AnyEvent[]
  /** Pass it to the next call to read only newer records. */
  readonly end: JournalPosition
}

export interface JournalSinceSnapshot extends ReadJournal {
  readonly snapshot: Snapshot | null
}

export type PeekedJournal =
  | {
      readonly type: 'readable'
      readonly first: AnyEvent
      /** In order, the newest last; at least one. */
      readonly last: readonly AnyEvent[]
      /** How many events the journal holds. */
      readonly events: number
    }
  /** There is a journal, but it has no whole record yet. */
  | { readonly type: 'empty' }
  /** A record does not verify. The error is the one that `open` would throw. */
  | { readonly type: 'refused'; readonly error: UserError }

/** The playbook, in its version, that is about to read a state. */
export interface SnapshotReader {
  readonly name: string
  readonly version: number
}

export interface Snapshot {
  /** Number of events folded into the state. */
  readonly events: number
  readonly playbook: string
  readonly playbookVersion: number
  readonly state: unknown
}

export type SnapshotTaking =
  | { readonly type: 'not-due' }
  | { readonly type: 'taken'; readonly bytes: number }
  | { readonly type: 'failed'; readonly cause: unknown }

/** Appends the events of one run. Contract: journal/test-support/journal-store.contract.ts. */
export interface JournalStore {
  /**
   * Durable when it resolves: on disk and synced. Appends during a sync share the next one. Records keep the order in
   * which append was called.
   */
  append(event: AnyEvent): Promise<void>
  close(): Promise<void>
}

/** What a journal held when it was opened. */
export interface RecoveredJournal {
  readonly store: JournalStore
  readonly snapshot: Snapshot | null
  /** Events after the snapshot, or all of them if there is none. */
  readonly events: readonly AnyEvent[]
  /** The file with a last record that a crash cut short; null if there was none. */
  readonly tornAside: string | null
}

export interface OpenedJournal extends RecoveredJournal {
  /** Why an existing snapshot was not used; worth a line in the log. */
  readonly snapshotIgnored: string | null
  /** Call it after every evolve: it takes a snapshot when one is due. Never fails the run; no need to await it. */
  offerSnapshot(snapshot: Snapshot): Promise<SnapshotTaking>
}

export interface PostedWord {
  readonly type: 'word'
  readonly word: InboxWord
  /** Names the word in its inbox. */
  readonly name: string
}

export interface BrokenWord {
  readonly type: 'broken'
  readonly name: string
  readonly problem: string
}

export type InboxItem = PostedWord | BrokenWord
