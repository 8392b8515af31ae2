/**
 * What every journal store owes to the run loop. Run on the file store and on the simulated one.
 *
 * `makeStore` returns a place that keeps what is appended: `open` recovers what is there and goes on behind it.
 */
import type { Frozen } from '@harness/core/effects/freeze'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { CommandId } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { anEvent, someEvents } from '../../../test-support/events.ts'
import type { RecoveredJournal } from '../../port/run-store.ts'

export interface KeptJournal {
  open(): Promise<RecoveredJournal>
}

export function journalStoreContract(name: string, makeJournal: () => Promise<KeptJournal>): void {
  const reopened = async (journal: KeptJournal): Promise<readonly AnyEvent[]> => {
    const { store, events } = await journal.open()
    await store.close()
    return events
  }

  describe(`QA-01 the journal store contract: ${name}`, () => {
    it('begins empty, and empty it is opened again', async () => {
      const journal = await makeJournal()
      expect(await journal.open().then((it) => it.store.close().then(() => it))).toMatchObject({
        events: [],
        snapshot: null,
        tornAside: null,
      })
      expect(await reopened(journal)).toEqual([])
    })

    it('gives back every event whose append has resolved, in order, also when nobody closed it', async () => {
      const journal = await makeJournal()
      const { store } = await journal.open()
      for (const event of someEvents(5)) await store.append(event)
      expect(await reopened(journal)).toEqual(someEvents(5))
    })

    it('goes on behind what was there', async () => {
      const journal = await makeJournal()
      for (let n = 1; n <= 3; n++) {
        const { store, events } = await journal.open()
        expect(events).toEqual(someEvents(n - 1))
        await store.append(anEvent(n))
        await store.close()
      }
      expect(await reopened(journal)).toEqual(someEvents(3))
    })

    it('keeps the order of the calls, however many are under way, and resolves them in that order', async () => {
      const journal = await makeJournal()
      const { store } = await journal.open()
      const resolved: number[] = []
      const appends = someEvents(50).map((event, index) =>
        store.append(event).then(() => resolved.push(index)),
      )
      await new Promise((resolve) => setImmediate(resolve))
      appends.push(...[51, 52].map((n) => store.append(anEvent(n)).then(() => resolved.push(n - 1))))
      await Promise.all(appends)
      expect(resolved).toEqual(resolved.map((_, index) => index))
      expect(await reopened(journal)).toEqual(someEvents(52))
    })

    it('waits at close for the appends under way, and may be closed again', async () => {
      const journal = await makeJournal()
      const { store } = await journal.open()
      const append = store.append(anEvent(1))
      await store.close()
      await store.close()
      await append
      expect(await reopened(journal)).toEqual([anEvent(1)])
    })

    it('rejects an append after close, and keeps nothing of it', async () => {
      const journal = await makeJournal()
      const { store } = await journal.open()
      await store.append(anEvent(1))
      await store.close()
      await expect(store.append(anEvent(2))).rejects.toThrow()
      expect(await reopened(journal)).toEqual([anEvent(1)])
    })

    it('keeps any text as it is: line ends, quotes, every script, half a surrogate pair', async () => {
      const text = 'a\nb\r\n"c"\\ \u2028 \0 ü 漢 🚀 \ud800 ,"crc":"00000000"}'
      const about = { at: 1, commandId: 'r/freeze/0001/1' as CommandId }
      const event: Frozen = { ...about, type: 'Frozen', reason: text }
      const journal = await makeJournal()
      const { store } = await journal.open()
      await store.append(event)
      await store.append(anEvent(2))
      expect(await reopened(journal)).toEqual([event, anEvent(2)])
    })

    it('does not change the event it was given, and does not notice when it changes later', async () => {
      const journal = await makeJournal()
      const { store } = await journal.open()
      const event = { ...anEvent(1) }
      const append = store.append(event)
      Object.assign(event, { at: 0 })
      await append
      expect(await reopened(journal)).toEqual([anEvent(1)])
    })
  })
}
