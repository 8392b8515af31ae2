import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEvent, someEvents } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import type { OpenedJournal } from '../port/run-store.ts'
import { openJournal } from './open-journal.ts'
import { encodeRecord } from './record.ts'
import { seal } from './sealed.ts'
import { snapshotIsDue } from './snapshot-policy.ts'

const playbook = { name: 'delivery', version: 3 }
const at = (events: number, state: unknown = { folded: events }) => ({
  events,
  playbook: 'delivery',
  playbookVersion: 3,
  state,
})
const journalText = (count: number): string =>
  someEvents(count)
    .map((event, index) => encodeRecord(index + 1, event))
    .join('')

/** A journal of 1 200 events, a snapshot after the first 1 000 of them. */
async function withSnapshot(): Promise<string> {
  const dir = await temporaryDir()
  writeFileSync(join(dir, 'journal.ndjson'), journalText(1_000))
  const first = await openJournal(dir, playbook)
  expect(await first.offerSnapshot(at(1_000))).toMatchObject({ type: 'taken' })
  await Promise.all(
    someEvents(1_200)
      .slice(1_000)
      .map((event) => first.store.append(event)),
  )
  await first.store.close()
  return dir
}

const snapshotOf = (dir: string): string => join(dir, 'snapshot.json')

const opened = async (dir: string, reader: typeof playbook | null = playbook): Promise<OpenedJournal> => {
  const journal = await openJournal(dir, reader)
  await journal.store.close()
  return journal
}

describe('QA-10 a snapshot', () => {
  it('saves folding the events before it', async () => {
    const journal = await opened(await withSnapshot())
    expect(journal.snapshot).toEqual(at(1_000))
    expect(journal.events).toEqual(someEvents(1_200).slice(1_000))
    expect(journal.snapshotIgnored).toBeNull()
  })

  it('is left alone when nobody says which playbook reads it', async () => {
    const journal = await opened(await withSnapshot(), null)
    expect(journal.snapshot).toBeNull()
    expect(journal.events).toHaveLength(1_200)
  })

  it('is taken only of a state that has seen all that was appended', async () => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'journal.ndjson'), journalText(1_000))
    const journal = await openJournal(dir, playbook)
    expect(await journal.offerSnapshot(at(999))).toEqual({ type: 'not-due' })
    const append = journal.store.append(anEvent(1_001))
    expect(await journal.offerSnapshot(at(1_001))).toEqual({ type: 'not-due' })
    expect(await journal.offerSnapshot(at(1_000))).toEqual({ type: 'not-due' })
    await append
    expect(await journal.offerSnapshot(at(1_001))).toMatchObject({ type: 'taken' })
    await journal.store.close()
  })

  it('is whole on disk before the journal closes, and leaves nothing else there', async () => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'journal.ndjson'), journalText(1_000))
    const journal = await openJournal(dir, playbook)
    void journal.offerSnapshot(at(1_000, 'x'.repeat(2_000_000)))
    await journal.store.close()
    expect(readdirSync(dir).sort()).toEqual(['journal.ndjson', 'snapshot.json', 'texts'])
    expect(JSON.parse(readFileSync(snapshotOf(dir), 'utf8'))).toMatchObject({
      v: 2,
      events: 1_000,
      playbook: 'delivery',
    })
  })

  it('that cannot be written is told, and the journal goes on', async () => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'journal.ndjson'), journalText(1_000))
    const journal = await openJournal(dir, playbook)
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    expect(await journal.offerSnapshot(at(1_000, cyclic))).toMatchObject({ type: 'failed' })
    await journal.store.append(anEvent(1_001))
    expect(await journal.offerSnapshot(at(1_001))).toEqual({ type: 'not-due' })
    await journal.store.close()
    expect((await opened(dir)).events).toHaveLength(1_001)
  })
})

describe('QA-02 a snapshot that cannot be used is passed over, with the reason, and all events come back', () => {
  const tampered = (dir: string, change: (text: string) => string): void =>
    writeFileSync(snapshotOf(dir), change(readFileSync(snapshotOf(dir), 'utf8')))
  const resealed = (change: (fields: Record<string, unknown>) => void) => (text: string) => {
    const { crc: _, ...fields } = JSON.parse(text)
    change(fields)
    return seal(JSON.stringify(fields).slice(0, -1))
  }

  it.each<[string, (dir: string) => void, RegExp]>([
    ['cut short', (dir) => tampered(dir, (text) => text.slice(0, -7)), /checksum/],
    ['empty', (dir) => tampered(dir, () => ''), /checksum/],
    ['changed', (dir) => tampered(dir, (text) => text.replace('"folded"', '"f0lded"')), /checksum/],
    [
      'of a newer version',
      (dir) =>
        tampered(
          dir,
          resealed((fields) => Object.assign(fields, { v: 3 })),
        ),
      /version/,
    ],
    [
      'of another playbook',
      (dir) =>
        tampered(
          dir,
          resealed((it) => Object.assign(it, { playbook: 'mission' })),
        ),
      /mission/,
    ],
    [
      'of an older playbook',
      (dir) =>
        tampered(
          dir,
          resealed((it) => Object.assign(it, { playbookVersion: 2 })),
        ),
      /delivery 2/,
    ],
    [
      'without a state',
      (dir) =>
        tampered(
          dir,
          resealed((it) => Reflect.deleteProperty(it, 'state')),
        ),
      /version/,
    ],
    [
      'with a place that is none',
      (dir) =>
        tampered(
          dir,
          resealed((it) => Object.assign(it, { bytes: -1 })),
        ),
      /version/,
    ],
    ['ahead of the journal', (dir) => writeFileSync(join(dir, 'journal.ndjson'), journalText(900)), /ahead/],
    [
      'of another journal',
      (dir) =>
        writeFileSync(
          join(dir, 'journal.ndjson'),
          encodeRecord(1, anEvent(2)) + journalText(1_200).slice(encodeRecord(1, anEvent(1)).length),
        ),
      /another journal/,
    ],
  ])('%s', async (_what, spoil, reason) => {
    const dir = await withSnapshot()
    spoil(dir)
    const all = await opened(dir, null)
    const journal = await opened(dir)
    expect(journal.snapshot).toBeNull()
    expect(journal.snapshotIgnored).toMatch(reason)
    expect(journal.snapshotIgnored).toContain(snapshotOf(dir))
    expect(journal.events).toEqual(all.events)
    expect(journal.events.length).toBeGreaterThanOrEqual(900)
  })

  it('and damage in the events it covers is still found', async () => {
    const dir = await withSnapshot()
    const text = readFileSync(join(dir, 'journal.ndjson'), 'utf8')
    writeFileSync(join(dir, 'journal.ndjson'), text.replace('wait/plan/500"', 'wait/plan/5o0"'))
    await expect(openJournal(dir, playbook)).rejects.toMatchObject({
      code: 'journal-damaged',
      message: expect.stringContaining('line 500 '),
    })
  })

  it('and a snapshot without a journal does not make up a run, but shows that there was one', async () => {
    const dir = await withSnapshot()
    rmSync(join(dir, 'journal.ndjson'))
    await expect(opened(dir)).rejects.toMatchObject({ code: 'journal-damaged' })
    expect(readdirSync(dir)).toEqual(['snapshot.json'])
  })
})

describe('QA-10 when a snapshot is due', () => {
  it('never before a thousand events, nor before the journal grew by as much as the last one took', () => {
    expect(snapshotIsDue({ events: 999, bytes: 1e9, lastSnapshotBytes: 0 })).toBe(false)
    expect(snapshotIsDue({ events: 1_000, bytes: 300_000, lastSnapshotBytes: 0 })).toBe(true)
    expect(snapshotIsDue({ events: 1_000, bytes: 300_000, lastSnapshotBytes: 300_001 })).toBe(false)
    expect(snapshotIsDue({ events: 50_000, bytes: 300_001, lastSnapshotBytes: 300_001 })).toBe(true)
  })

  it('so that all snapshots of a run together, but for the last, take less than its journal', () => {
    const run = fc.record({
      eventBytes: fc.integer({ min: 50, max: 5_000 }),
      stateBytesPerEvent: fc.integer({ min: 0, max: 20_000 }),
      events: fc.integer({ min: 0, max: 60_000 }),
    })
    fc.assert(
      fc.property(run, ({ eventBytes, stateBytesPerEvent, events }) => {
        const sizes: number[] = []
        let last = 0
        for (let n = 1; n <= events; n++) {
          const since = {
            events: n - last,
            bytes: (n - last) * eventBytes,
            lastSnapshotBytes: sizes.at(-1) ?? 0,
          }
          if (!snapshotIsDue(since)) continue
          sizes.push(n * stateBytesPerEvent)
          last = n
        }
        const written = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0)
        expect(written).toBeLessThanOrEqual(events * eventBytes)
      }),
      { numRuns: runs(20) },
    )
  })
})
