import type { AnyEvent } from '@harness/core/kernel/effect'

/** Where a run's events are kept. Contract: journal-store.contract.ts, run on the file store and on the simulated one. */
export interface JournalStore {
  /**
   * Durable when it resolves: on disk and synced. Appends made while a sync is under way share the next one.
   * Records keep the order in which append was called.
   */
  append(event: AnyEvent): Promise<void>
  close(): Promise<void>
}

export interface Snapshot {
  /** Number of events folded into the state. */
  readonly events: number
  readonly playbook: string
  readonly playbookVersion: number
  readonly state: unknown
}

/** What a journal held when it was opened. */
export interface RecoveredJournal {
  readonly store: JournalStore
  readonly snapshot: Snapshot | null
  /** Events after the snapshot, or all of them where there is none. */
  readonly events: readonly AnyEvent[]
  /** A last record that was cut short by a crash was set aside in this file. */
  readonly tornAside: string | null
}
