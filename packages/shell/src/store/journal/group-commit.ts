/**
 * Owns the appending of events: in order, durable, and with as few syncs as possible. All appends of one turn of the
 * event loop, and all that come while a sync is under way, share one write and one sync. After a failed write or sync
 * nothing is appended any more: what the disk then holds is known only by reading it again.
 */

import { setImmediate } from 'node:timers'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { invariant } from '@harness/core/kernel/invariant'
import type { JournalPosition, JournalStore } from '../port/run-store.ts'
import type { TextStore } from '../texts/text-store.ts'
import { crc32 } from './crc32.ts'
import type { JournalFile } from './journal-file.ts'
import { journalUnwritable } from './journal-problem.ts'
import { type EncodedRecord, encodeReferring } from './record.ts'

interface Waiting {
  readonly record: EncodedRecord
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class GroupCommit implements JournalStore {
  readonly #file: JournalFile
  readonly #texts: Pick<TextStore, 'keep'>
  #durable: JournalPosition
  #appended: number
  #waiting: Waiting[] = []
  #committing: Promise<void> | null = null
  #closing: Promise<void> | null = null
  #failure: Error | null = null

  constructor(file: JournalFile, texts: Pick<TextStore, 'keep'>, end: JournalPosition) {
    this.#file = file
    this.#texts = texts
    this.#durable = end
    this.#appended = end.events
  }

  /** The end of the journal on disk; null while an append is not yet there, or never will be. */
  get settledEnd(): JournalPosition | null {
    return this.#durable.events === this.#appended ? this.#durable : null
  }

  async append(event: AnyEvent): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    invariant(this.#closing === null, 'an event was appended to a closed journal')
    const record = encodeReferring(this.#appended + 1, event)
    this.#appended++
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject })
      this.#committing ??= new Promise((done) => setImmediate(() => void this.#commitAll().then(done)))
    })
  }

  close(): Promise<void> {
    this.#closing ??= Promise.resolve(this.#committing).then(() => this.#file.close())
    return this.#closing
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0))
    this.#committing = null
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const texts = new Map(batch.flatMap(({ record }) => [...record.texts]))
      // A crash after this leaves texts that no record refers to; one before the sync leaves no record without its text.
      if (texts.size > 0) await this.#texts.keep(texts)
      const bytes = Buffer.from(batch.map(({ record }) => record.line).join(''))
      this.#file.write(bytes)
      const syncing = this.#file.sync()
      if (syncing !== undefined) await syncing
      this.#durable = {
        events: this.#durable.events + batch.length,
        bytes: this.#durable.bytes + bytes.length,
        crc: crc32(bytes, this.#durable.crc),
      }
      for (const { resolve } of batch) resolve()
    } catch (cause) {
      this.#failure = journalUnwritable(this.#file.path, cause)
      for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(this.#failure)
    }
  }
}
