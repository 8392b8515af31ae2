import type { AnyEvent } from '@harness/core/kernel/effect'
import { journalStoreContract } from '@harness/shell/store/journal/test-support/journal-store.contract'
import { someEvents } from '@harness/shell/test-support/events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CrashPlan, crashesAt, noCrash } from './crash-plan.ts'
import { quiet } from './quiet.ts'
import { seededRandom } from './random.ts'
import { type Disk, type JournalWatcher, openSimJournal } from './sim-journal.ts'
import { startProcess } from './sim-process.ts'
import { openTimeline } from './timeline.ts'

const watcher: JournalWatcher = { durable() {}, acknowledged() {}, torn() {}, full() {} }

/** A journal whose virtual time moves by itself. */
function running(
  crashes: CrashPlan = noCrash,
  disk: Partial<Disk> = {},
  watched: Partial<JournalWatcher> = {},
) {
  const timeline = openTimeline()
  const journal = openSimJournal(
    { random: seededRandom(1), syncMs: 1, isFull: () => false, ...disk },
    { ...watcher, ...watched },
  )
  let moving = true
  const move = async (): Promise<void> => {
    while (moving) {
      await quiet()
      timeline.advance()
    }
  }
  const moved = move()
  onTestFinished(async () => {
    moving = false
    await moved
  })
  return { journal, open: () => journal.open(startProcess(timeline, crashes)) }
}

journalStoreContract('simulated', async () => {
  const { open } = running()
  return { open: async () => open() }
})

describe('QA-02 the simulated journal', () => {
  const appendAll = async (crashes: CrashPlan, seed: number) => {
    const acknowledged: string[] = []
    const { journal, open } = running(
      crashes,
      { random: seededRandom(seed) },
      { acknowledged: (record) => void acknowledged.push(record) },
    )
    const { store } = open()
    for (const event of someEvents(4)) void store.append(event)
    for (let turn = 0; turn < 10; turn++) await quiet()
    return { kept: journal.events(), acknowledged }
  }
  const isPrefix = (events: readonly AnyEvent[]): boolean =>
    JSON.stringify(events) === JSON.stringify(someEvents(4).slice(0, events.length))

  it('keeps what it acknowledged and, of the rest, some from the first on, wherever it crashes', async () => {
    const lengths = new Set<number>()
    for (let boundary = 0; boundary < 12; boundary++)
      for (let seed = 0; seed < 10; seed++) {
        const { kept, acknowledged } = await appendAll(crashesAt([boundary]), seed)
        expect(isPrefix(kept)).toBe(true)
        expect(kept.length).toBeGreaterThanOrEqual(acknowledged.length)
        lengths.add(kept.length)
      }
    expect([...lengths].sort()).toEqual([0, 1, 2, 3, 4])
  })

  it('refuses everything after a full disk, although the record may be there', async () => {
    const outcomes = new Set<string>()
    for (let seed = 0; seed < 10; seed++) {
      const { journal, open } = running(noCrash, { random: seededRandom(seed), isFull: () => true })
      const { store } = open()
      const [event] = someEvents(1)
      await expect(store.append(event!)).rejects.toThrow('no space')
      await expect(store.append(event!)).rejects.toThrow('no space')
      outcomes.add(`${journal.events().length} kept`)
    }
    expect([...outcomes].sort()).toEqual(['0 kept', '1 kept'])
  })
})
