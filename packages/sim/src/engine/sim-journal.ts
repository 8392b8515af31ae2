/**
 * Owns the simulated disk under a run's journal. Records become durable one by one and in order; of those that were
 * not acknowledged when the process died, any number from the first on may have survived; a full disk fails an append
 * whose record may be there nevertheless. What is read back has gone through its text, as on a real disk.
 */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { parseStoredEvent } from '@harness/formats/records/stored-event'
import type { JournalStore, RecoveredJournal, Snapshot } from '@harness/shell/store/port/run-store'
import type { Random } from './random.ts'
import { never, type SimProcess } from './sim-process.ts'

export interface SimJournal {
  /** What the disk holds, as a reader gets it. */
  events(): readonly AnyEvent[]
  /** From now on a process starts from this snapshot, which no longer changes. */
  keepSnapshot(snapshot: Snapshot): void
  /** What it takes to start a process: the records that are there, and a store that appends behind them. */
  open(process: SimProcess): RecoveredJournal
}

export interface JournalWatcher {
  /** A record is on disk, whether or not anyone is ever told. */
  durable(event: AnyEvent, index: number, record: string): void
  /** An append has resolved. */
  acknowledged(record: string, index: number): void
  torn(): void
  full(): void
}

export interface Disk {
  readonly random: Random
  /** Virtual time of one sync. */
  readonly syncMs: number
  /** Whether the disk is full at the next sync. */
  isFull(): boolean
}

/** Thrown by an append that the disk refused; the process ends and can be started again. */
export class DiskFull extends Error {
  constructor() {
    super('There is no space left to write the journal.')
    this.name = 'DiskFull'
  }
}

interface Waiting {
  readonly type: AnyEvent['type']
  readonly record: string
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export function openSimJournal(disk: Disk, watcher: JournalWatcher): SimJournal {
  const records: AnyEvent[] = []
  let snapshot: Snapshot | null = null

  const write = (record: string): void => {
    const stored = parseStoredEvent(record)
    if (!stored.ok) throw new Error(`a record that cannot be read back: ${stored.problem}`)
    records.push(stored.event)
    watcher.durable(stored.event, records.length - 1, record)
  }

  const storeOf = (process: SimProcess): JournalStore => {
    const waiting: Waiting[] = []
    let syncing: readonly Waiting[] = []
    let committing: Promise<void> | null = null
    let failure: Error | null = null
    let closed = false

    const cutShort = (unsynced: readonly Waiting[]): void => {
      if (unsynced.length === 0) return
      const survivors = disk.random.int(0, unsynced.length)
      for (const { record } of unsynced.slice(0, survivors)) write(record)
      if (survivors < unsynced.length && disk.random.chance(0.5)) watcher.torn()
    }
    process.onEnd(() => cutShort([...syncing, ...waiting]))

    const commit = async (batch: readonly Waiting[]): Promise<void> => {
      syncing = batch
      await process.sleep(disk.syncMs)
      if (disk.isFull()) {
        failure = new DiskFull()
        watcher.full()
        syncing = []
        cutShort(batch)
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(failure)
        return
      }
      for (const { type, record, resolve } of batch) {
        if (process.diesAt(`syncing ${type}`)) return never()
        syncing = syncing.slice(1)
        write(record)
        if (process.diesAt(`acknowledging ${type}`)) return never()
        watcher.acknowledged(record, records.length - 1)
        resolve()
      }
    }
    const commitAll = async (): Promise<void> => {
      while (waiting.length > 0) await commit(waiting.splice(0))
      committing = null
    }

    return {
      async append(event) {
        if (failure !== null) throw failure
        if (closed) throw new Error('an event was appended to a closed journal')
        if (process.diesAt(`appending ${event.type}`)) return never()
        const record = JSON.stringify(event)
        await new Promise<void>((resolve, reject) => {
          waiting.push({ type: event.type, record, resolve, reject })
          committing ??= commitAll()
        })
      },
      async close() {
        closed = true
        await committing
      },
    }
  }

  return {
    events: () => records,
    keepSnapshot(taken) {
      snapshot = taken
    },
    open: (process) => ({
      store: storeOf(process),
      snapshot: snapshot === null ? null : (JSON.parse(JSON.stringify(snapshot)) as Snapshot),
      events: records.slice(snapshot?.events ?? 0),
      tornAside: null,
    }),
  }
}
