/** What every run store owes to its users. Run on the file store and on the memory store. */

import type { Frozen } from '@harness/core/effects/freeze'
import { emptyBudget } from '@harness/core/kernel/budget-ledger'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { exitCode } from '@harness/core/kernel/exit-code'
import { asRunId, type CommandId, commandId } from '@harness/core/kernel/ids'
import type { AnswerWord } from '@harness/formats/records/inbox-word'
import { describe, expect, it } from 'vitest'
import { aLongEvent, anEvent, someEvents } from '../../test-support/events.ts'
import type { RunSummary } from '../layout/run-summary.ts'
import { journalStart, type RunRef, type RunStore } from '../port/run-store.ts'

export interface TestedStore {
  readonly runs: RunStore
  /** Writes the first half of a record behind the last one, as a crash does. */
  tear(run: RunRef): Promise<void>
  /** Removes all texts of a run. */
  loseTexts(run: RunRef): Promise<void>
  /** The journal as it is stored. */
  stored(run: RunRef): Promise<string>
}

const runId = asRunId('20260101-000000')
const run: RunRef = { subject: '0001', runId }
const later: RunRef = { subject: '0001', runId: '20260102-000000' }
const other: RunRef = { subject: 'mission', runId: '20260101-120000' }
const reader = { name: 'counting', version: 1 }

const longText = `# Plan\n${'The total is right to the cent: ü 漢 🚀.\n'.repeat(60)}`
const withText = (n: number, text = longText): Frozen => ({ ...anEvent(n), type: 'Frozen', reason: text })

const summaryOf = ({ subject, runId }: RunRef): RunSummary => ({
  playbook: 'counting',
  runId,
  subject,
  title: `About ${subject}`,
  branch: 'task/a',
  phase: 'review',
  status: 'waiting',
  startedAt: 1,
  updatedAt: 2,
  tokens: 3,
  usd: 4,
  unpricedCalls: 0,
  waitingFor: 'a decision',
  sleepsUntil: null,
  reason: null,
  next: null,
  exitCode: null,
})

const gate = (n: number): CommandId => commandId(runId, 'gate', '0001', n)
const granted = (n: number, by: string): AnswerWord => ({
  type: 'answer',
  gate: gate(n),
  answer: { choice: 'grant', reason: '', by },
  at: n,
})

async function append(runs: RunStore, to: RunRef, events: readonly AnyEvent[]): Promise<void> {
  const { store } = await runs.open(to)
  for (const event of events) await store.append(event)
  await store.close()
}

export function runStoreContract(name: string, makeStore: () => Promise<TestedStore>): void {
  describe(`QA-01 the run store contract: ${name}`, () => {
    it('lists runs with a record and their summaries, newest first, of all subjects or of one', async () => {
      const { runs } = await makeStore()
      expect(await runs.list()).toEqual([])
      for (const each of [run, other, later]) {
        await append(runs, each, [anEvent(1)])
        if (each !== other) await runs.summarise(each, summaryOf(each))
      }
      const [first, second, third] = [
        { ...later, summary: summaryOf(later) },
        { ...other, summary: null },
        { ...run, summary: summaryOf(run) },
      ]
      expect(await runs.list()).toEqual([first, second, third])
      expect(await runs.list('0001')).toEqual([first, third])
      expect(await runs.list('0002')).toEqual([])
      expect(await runs.subjects()).toEqual(new Set(['0001', 'mission']))
      expect(await runs.unwritten()).toEqual([])
    })

    it('leaves out of the list a run that recorded nothing', async () => {
      const { runs } = await makeStore()
      await (await runs.open(run)).store.close()
      expect(await runs.list()).toEqual([])
      expect(await runs.unwritten()).toEqual([run])
      expect([...(await runs.subjects())]).toEqual(['0001'])
    })

    it('remembers the place of a run', async () => {
      const { runs } = await makeStore()
      await append(runs, run, [anEvent(1)])
      expect(await runs.placeOf(run)).toBeNull()
      await runs.keepPlace(run, '/home/ada/my repository')
      expect(await runs.placeOf(run)).toBe('/home/ada/my repository')
      expect(await runs.placeOf(later)).toBeNull()
    })

    it('replaces a summary', async () => {
      const { runs } = await makeStore()
      await append(runs, run, [anEvent(1)])
      await runs.summarise(run, summaryOf(run))
      await runs.summarise(run, { ...summaryOf(run), phase: 'merge' })
      expect((await runs.list())[0]?.summary?.phase).toBe('merge')
    })

    it('keeps the report of the latest state beside the summary', async () => {
      const { runs } = await makeStore()
      await append(runs, run, [anEvent(1)])
      expect(await runs.reportOf(run)).toBeNull()
      const shown = { events: 1, report: { phase: 'plan' }, gates: [], spent: emptyBudget }
      const latest = { ...shown, events: 2, report: { phase: 'merge' } }
      await runs.project(run, { summary: summaryOf(run), shown })
      await runs.project(run, { summary: { ...summaryOf(run), phase: 'merge' }, shown: latest })
      expect(await runs.reportOf(run)).toEqual(latest)
      expect((await runs.list())[0]?.summary?.phase).toBe('merge')
    })

    it('reads events in the order of their appends, all or from an earlier end', async () => {
      const { runs } = await makeStore()
      expect(await runs.read(run)).toBeNull()
      await append(runs, run, someEvents(3))
      const first = await runs.read(run)
      expect(first?.events).toEqual(someEvents(3))
      expect(first?.end.events).toBe(3)
      await append(runs, run, [anEvent(4), anEvent(5)])
      expect((await runs.read(run, first?.end))?.events).toEqual([anEvent(4), anEvent(5)])
      expect((await runs.read(run))?.events).toEqual(someEvents(5))
    })

    it('reads a long journal in parts, each of at least one event, without a gap', async () => {
      const { runs } = await makeStore()
      const long = Array.from({ length: 2_000 }, (_, at) => aLongEvent(at))
      const { store } = await runs.open(run)
      await Promise.all(long.map((event) => store.append(event)))
      await store.close()
      const parts: (readonly AnyEvent[])[] = []
      for (let at = journalStart; ; ) {
        const part = await runs.read(run, at, 1)
        if (part === null || part.events.length === 0) break
        parts.push(part.events)
        at = part.end
      }
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.flat()).toEqual(long)
    })

    it('has the positions that it gave out, and no others', async () => {
      const { runs } = await makeStore()
      expect(await runs.has(run, journalStart)).toBe(true)
      await append(runs, run, someEvents(3))
      const three = (await runs.read(run))?.end ?? journalStart
      await append(runs, run, [anEvent(4)])
      const four = (await runs.read(run))?.end ?? journalStart
      await append(runs, later, [anEvent(2), anEvent(2), anEvent(2)])
      expect(await Promise.all([journalStart, three, four].map((at) => runs.has(run, at)))).toEqual([
        true,
        true,
        true,
      ])
      for (const strange of [
        { ...three, events: 4 },
        { ...three, crc: three.crc + 1 },
        { ...three, bytes: three.bytes - 1 },
        { ...four, bytes: four.bytes + 1 },
      ])
        expect(await runs.has(run, strange)).toBe(false)
      expect(await runs.has(later, three)).toBe(false)
    })

    it('peeks at the first and the last events', async () => {
      const { runs } = await makeStore()
      expect(await runs.peek(run)).toBeNull()
      await append(runs, run, someEvents(5))
      expect(await runs.peek(run)).toEqual({
        type: 'readable',
        first: anEvent(1),
        last: [anEvent(5)],
        events: 5,
      })
      expect(await runs.peek(run, 2)).toMatchObject({ last: [anEvent(4), anEvent(5)] })
    })

    it('keeps the runs of one subject apart', async () => {
      const { runs } = await makeStore()
      await append(runs, run, [anEvent(1)])
      await append(runs, later, [anEvent(2)])
      expect((await runs.read(run))?.events).toEqual([anEvent(1)])
      expect((await runs.read(later))?.events).toEqual([anEvent(2)])
    })

    it('tails what is there and what is appended since, and ends after the last record', async () => {
      const { runs } = await makeStore()
      const { store } = await runs.open(run)
      await store.append(anEvent(1))
      const seen: AnyEvent[] = []
      const stop = new AbortController()
      const heard = { third: () => {} }
      const third = new Promise<void>((resolve) => {
        heard.third = resolve
      })
      const tailing = (async () => {
        for await (const { events } of runs.tail(run, journalStart, stop.signal)) {
          seen.push(...events)
          if (seen.length >= 3) heard.third()
        }
      })()
      await store.append(anEvent(2))
      await store.append(anEvent(3))
      await third
      await store.append(anEvent(4))
      stop.abort()
      await tailing
      expect(seen).toEqual(someEvents(4))
      await store.close()
    })

    it('shows no torn record, and saves it aside when the journal is opened', async () => {
      const { runs, tear } = await makeStore()
      await append(runs, run, someEvents(2))
      await tear(run)
      expect((await runs.read(run))?.events).toEqual(someEvents(2))
      expect(await runs.peek(run)).toMatchObject({ type: 'readable', last: [anEvent(2)], events: 2 })
      const { store, events, tornAside } = await runs.open(run)
      expect(events).toEqual(someEvents(2))
      expect(tornAside).toEqual(expect.stringContaining('torn-1'))
      await store.append(anEvent(3))
      await store.close()
      expect((await runs.read(run))?.events).toEqual(someEvents(3))
    })

    it('refuses to append behind another writer', async () => {
      const { runs } = await makeStore()
      const [one, two] = [await runs.open(run), await runs.open(run)]
      await one.store.append(anEvent(1))
      await expect(two.store.append(anEvent(2))).rejects.toMatchObject({ code: 'journal-unwritable' })
      await one.store.append(anEvent(2))
      await one.store.close()
      await two.store.close()
      expect((await runs.read(run))?.events).toEqual(someEvents(2))
    })

    it('lets one process hold a subject, names it to the second, and frees it on release', async () => {
      const { runs } = await makeStore()
      expect(await runs.holderOf('0001')).toBeNull()
      const held = await runs.hold('0001', 'harness run 0001')
      expect((await runs.holderOf('0001'))?.record).toMatchObject({
        pid: process.pid,
        purpose: 'harness run 0001',
      })
      await expect(runs.hold('0001', 'harness resume')).rejects.toMatchObject({
        code: 'run-held',
        exitCode: exitCode.heldByAnother,
        message: expect.stringContaining('harness run 0001'),
      })
      await (await runs.hold('0002', 'harness run 0002')).release()
      await held.release()
      await held.release()
      expect(await runs.holderOf('0001')).toBeNull()
      await (await runs.hold('0001', 'harness resume')).release()
    })

    it('delivers an answer once, and refuses a second one also after it was taken', async () => {
      const { runs } = await makeStore()
      await append(runs, run, [anEvent(1)])
      expect(await runs.hasAnswer(run)).toBe(false)
      await runs.answer(run, { type: 'stop', by: 'ada', at: 0 })
      expect(await runs.hasAnswer(run)).toBe(false)
      await runs.answer(run, granted(1, 'ada'))
      expect(await runs.hasAnswer(run)).toBe(true)
      expect(await runs.hasAnswer(later)).toBe(false)
      const refusal = { code: 'gate-already-answered', exitCode: exitCode.usage }
      await expect(runs.answer(run, granted(1, 'bob'))).rejects.toMatchObject(refusal)
      const waiting = await runs.words(run)
      expect(waiting).toMatchObject([
        { type: 'word', word: { type: 'stop', by: 'ada' } },
        { type: 'word', word: granted(1, 'ada') },
      ])
      for (const posted of waiting) if (posted.type === 'word') await runs.wordTaken(run, posted)
      for (const posted of waiting) if (posted.type === 'word') await runs.wordTaken(run, posted)
      expect(await runs.words(run)).toEqual([])
      expect(await runs.hasAnswer(run)).toBe(false)
      await expect(runs.answer(run, granted(1, 'bob'))).rejects.toMatchObject(refusal)
      await runs.answer(run, granted(2, 'bob'))
    })

    it('keeps why an answer was refused, and takes another one for the same gate', async () => {
      const { runs } = await makeStore()
      const [first, second] = [granted(1, 'ada'), granted(1, 'bob')]
      await runs.answer(run, first)
      expect(await runs.refusalOf(run, first)).toBeNull()
      for (const posted of await runs.words(run))
        if (posted.type === 'word') await runs.wordRefused(run, posted, 'the plan has changed')
      expect(await runs.words(run)).toEqual([])
      expect(await runs.refusalOf(run, first)).toBe('the plan has changed')
      await runs.answer(run, second)
      expect(await runs.refusalOf(run, second)).toBeNull()
    })

    it('brings waiting words and later ones, each once, until it is told to stop', async () => {
      const { runs } = await makeStore()
      await runs.answer(run, granted(1, 'ada'))
      const heard: unknown[] = []
      const stop = new AbortController()
      for await (const item of runs.watchWords(run, stop.signal)) {
        heard.push(item.type === 'word' ? item.word : item)
        if (heard.length === 1) await runs.answer(run, granted(2, 'bob'))
        else stop.abort()
      }
      expect(heard).toEqual([granted(1, 'ada'), granted(2, 'bob')])
    })

    it('returns the newest snapshot to its own playbook, with the events after it', async () => {
      const { runs } = await makeStore()
      expect(await runs.readSince(run, reader)).toBeNull()
      const { store, offerSnapshot } = await runs.open(run, reader)
      const many = someEvents(1_000)
      await Promise.all(many.map((event) => store.append(event)))
      const state = { seen: 1_000, text: longText }
      const snapshot = { events: 1_000, playbook: 'counting', playbookVersion: 1, state }
      expect(await offerSnapshot(snapshot)).toMatchObject({ type: 'taken' })
      await store.append(anEvent(1_001))
      await store.close()
      const end = (await runs.read(run))?.end
      expect(await runs.readSince(run, reader)).toEqual({ snapshot, events: [anEvent(1_001)], end })
      const opened = await runs.open(run, reader)
      expect(opened).toMatchObject({ snapshot, events: [anEvent(1_001)], snapshotIgnored: null })
      await opened.store.close()
      const newer = await runs.readSince(run, { ...reader, version: 2 })
      expect(newer).toMatchObject({ snapshot: null, events: [...many, anEvent(1_001)] })
    })

    it('stores a long text once, and gives it back whole', async () => {
      const { runs, stored } = await makeStore()
      const events = [withText(1), withText(2), withText(3, longText.toUpperCase()), anEvent(4)]
      await append(runs, run, events)
      expect((await runs.read(run))?.events).toEqual(events)
      expect(await runs.peek(run)).toMatchObject({ first: events[0], last: [events[3]] })
      const journal = await stored(run)
      expect(journal).not.toContain('right to the cent')
      expect(journal.length).toBeLessThan(longText.length)
      const opened = await runs.open(run)
      expect(opened.events).toEqual(events)
      await opened.store.close()
    })

    it('keeps values that look like its references', async () => {
      const { runs } = await makeStore()
      const input = {
        $text: 'abc',
        bytes: 3,
        nested: [{ $$text: longText }, { $text: { $text: longText } }, null, 1],
        half: `\ud800${longText}`,
      }
      const event: AnyEvent = {
        type: 'RunStarted',
        at: 1,
        runId,
        playbook: 'counting',
        playbookVersion: 1,
        input,
      }
      const plain: AnyEvent = { ...event, input: { $text: 'abc', bytes: 3 } }
      await append(runs, run, [event, plain])
      expect((await runs.read(run))?.events).toEqual([event, plain])
    })

    it('names run, digest and place of a text that is lost, and refuses with exit code 12', async () => {
      const { runs, loseTexts } = await makeStore()
      await append(runs, run, [anEvent(1), withText(2)])
      await loseTexts(run)
      const refusal = {
        code: 'text-missing',
        exitCode: exitCode.stateDamaged,
        message: expect.stringMatching(
          /^The journal of run 0001-20260101-000000 refers to the text [0-9a-f]{64}, but \S*texts does not contain it/,
        ),
      }
      await expect(runs.read(run)).rejects.toMatchObject(refusal)
      await expect(runs.open(run)).rejects.toMatchObject(refusal)
      expect(await runs.peek(run)).toMatchObject({ type: 'refused', error: refusal })
    })
  })
}
