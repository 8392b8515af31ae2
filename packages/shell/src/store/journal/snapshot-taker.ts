/** Owns the taking of snapshots during a run: when one is due, and never more than one at a time. */
import type { JournalPosition, Snapshot, SnapshotTaking } from '../port/run-store.ts'
import type { TextStore } from '../texts/text-store.ts'
import type { GroupCommit } from './group-commit.ts'
import { type StoredSnapshot, writeSnapshot } from './snapshot-file.ts'
import { snapshotIsDue } from './snapshot-policy.ts'

export class SnapshotTaker {
  readonly #dir: string
  readonly #store: GroupCommit
  readonly #texts: Pick<TextStore, 'keep'>
  #last: { readonly events: number; readonly journalBytes: number; readonly bytes: number }
  #taking: Promise<SnapshotTaking> | null = null

  constructor(dir: string, store: GroupCommit, texts: Pick<TextStore, 'keep'>, found: StoredSnapshot | null) {
    this.#dir = dir
    this.#store = store
    this.#texts = texts
    this.#last = {
      events: found?.position.events ?? 0,
      journalBytes: found?.position.bytes ?? 0,
      bytes: found?.bytes ?? 0,
    }
  }

  /** Takes only a state that has seen all that was appended, because only for that is the place in the journal known. */
  async offer(snapshot: Snapshot): Promise<SnapshotTaking> {
    const end = this.#store.settledEnd
    if (this.#taking !== null || end === null || end.events !== snapshot.events) return { type: 'not-due' }
    const since = {
      events: end.events - this.#last.events,
      bytes: end.bytes - this.#last.journalBytes,
      lastSnapshotBytes: this.#last.bytes,
    }
    if (!snapshotIsDue(since)) return { type: 'not-due' }
    this.#taking = this.#take(snapshot, end)
    return this.#taking
  }

  /** Resolves when none is being written. */
  async settled(): Promise<void> {
    await this.#taking
  }

  async #take(snapshot: Snapshot, end: JournalPosition): Promise<SnapshotTaking> {
    const { events, bytes: journalBytes } = end
    try {
      const bytes = await writeSnapshot(this.#dir, snapshot, this.#texts, end)
      this.#last = { events, journalBytes, bytes }
      return { type: 'taken', bytes }
    } catch (cause) {
      this.#last = { ...this.#last, events, journalBytes }
      return { type: 'failed', cause }
    } finally {
      this.#taking = null
    }
  }
}
