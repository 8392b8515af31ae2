import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asRunId } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { aLongEvent, anEvent, someEvents } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { peekJournal } from './peek-journal.ts'
import { readJournal } from './read-journal.ts'
import { encodeRecord } from './record.ts'

const dirWith = async (...events: readonly AnyEvent[]): Promise<string> => {
  const dir = await temporaryDir()
  writeFileSync(
    join(dir, 'journal.ndjson'),
    events.map((event, index) => encodeRecord(index + 1, event)).join(''),
  )
  return dir
}

const add = (dir: string, text: string): void => appendFileSync(join(dir, 'journal.ndjson'), text)

describe('QA-10 a quick look at a journal', () => {
  it.each([1, 2, 3, 5_000])(
    'finds the first and the last records and their number among %i',
    async (count) => {
      const dir = await dirWith(...someEvents(count))
      expect(await peekJournal(dir, 2)).toEqual({
        type: 'readable',
        first: anEvent(1),
        last: someEvents(count).slice(-2),
        events: count,
      })
    },
  )

  it('also where the records are longer than what it reads at once', async () => {
    const long: AnyEvent = {
      type: 'RunStarted',
      at: 1,
      runId: asRunId('20260101-000000'),
      playbook: 'delivery',
      playbookVersion: 1,
      input: 'x'.repeat(70_000),
    }
    const second = { ...aLongEvent(2), detail: 'y'.repeat(50_000) }
    const dir = await dirWith(long, second, anEvent(3))
    expect(await peekJournal(dir, 2)).toMatchObject({
      first: long,
      last: [{ type: 'CommandFailed' }, anEvent(3)],
      events: 3,
    })
    expect(await peekJournal(dir, 9)).toMatchObject({ last: [long, { type: 'CommandFailed' }, anEvent(3)] })
  })

  it('does not show a record that is still being written', async () => {
    const dir = await dirWith(...someEvents(2))
    add(dir, encodeRecord(3, anEvent(3)).slice(0, 50))
    expect(await peekJournal(dir)).toMatchObject({ last: [anEvent(2)], events: 2 })
  })

  it('knows nothing of a run without a journal, and little of one whose first record is not whole', async () => {
    expect(await peekJournal(await temporaryDir())).toBeNull()
    const dir = await dirWith()
    expect(await peekJournal(dir)).toEqual({ type: 'empty' })
    add(dir, '{"n":1')
    expect(await peekJournal(dir)).toEqual({ type: 'empty' })
  })

  it('QA-03 says what is wrong instead of failing: one damaged run must not hide the others', async () => {
    const dir = await dirWith(anEvent(1))
    add(dir, 'hello\n')
    expect(await peekJournal(dir)).toMatchObject({ type: 'refused', error: { code: 'journal-damaged' } })
    const folder = await temporaryDir()
    mkdirSync(join(folder, 'journal.ndjson'))
    expect(await peekJournal(folder)).toMatchObject({
      type: 'refused',
      error: { code: 'journal-unreadable' },
    })
  })
})

describe('QA-01 reading a journal while its run goes on', () => {
  it('shows whole records only, and later those that came since', async () => {
    const dir = await dirWith(...someEvents(2))
    const third = encodeRecord(3, anEvent(3))
    add(dir, third.slice(0, 40))
    const first = await readJournal(dir)
    expect(first?.events).toEqual(someEvents(2))
    add(dir, third.slice(40) + encodeRecord(4, anEvent(4)))
    const next = await readJournal(dir, first?.end)
    expect(next?.events).toEqual([anEvent(3), anEvent(4)])
    expect(await readJournal(dir, next?.end)).toEqual({ events: [], end: next?.end })
  })

  it('shows a record that only lacks its newline, once', async () => {
    const dir = await dirWith(anEvent(1))
    add(dir, encodeRecord(2, anEvent(2)).slice(0, -1))
    const first = await readJournal(dir)
    expect(first?.events).toEqual(someEvents(2))
    add(dir, `\n${encodeRecord(3, anEvent(3))}`)
    expect((await readJournal(dir, first?.end))?.events).toEqual([anEvent(3)])
  })

  it('is null if there is none, and refuses damage like opening does', async () => {
    expect(await readJournal(await temporaryDir())).toBeNull()
    const dir = await dirWith(anEvent(1))
    add(dir, 'hello\n')
    await expect(readJournal(dir)).rejects.toMatchObject({ code: 'journal-damaged' })
  })
})
