/** Bytes of a sample journal are changed and cut off: the events come back as they were, or not at all. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frozen } from '@harness/core/effects/freeze'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { isSoak, runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLongEvent, someEvents } from '../../test-support/events.ts'
import { fileTexts } from '../texts/file-texts.ts'
import { openJournal } from './open-journal.ts'
import { readJournal } from './read-journal.ts'
import { encodeRecord } from './record.ts'
import { scanJournal } from './scan-journal.ts'

const frozen: Frozen = {
  at: aLongEvent(3).at,
  commandId: aLongEvent(3).commandId,
  type: 'Frozen',
  reason: 'quotes "and" ünïcode, and {"a":1,"crc":"deadbeef"} inside',
}
const events: readonly AnyEvent[] = [...someEvents(2), frozen]
const sample = Buffer.from(events.map((event, index) => encodeRecord(index + 1, event)).join(''))

/** Thousands of journals are fixed here and every one is synced: in memory that takes no time. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(memory, 'harness-damage-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

/** In `npm test` every fifth byte, and all beside the end of a record. */
const isTried = (at: number): boolean =>
  isSoak || at % 5 === 0 || [at - 1, at, at + 1].some((near) => sample[near] === 0x0a)

type Seen = { readonly events: readonly AnyEvent[]; readonly cut: Buffer } | 'refused'

/** Opens these bytes as a journal. A refusal must leave them as they were. */
async function open(bytes: Buffer): Promise<Seen> {
  const path = join(dir, 'journal.ndjson')
  writeFileSync(path, bytes)
  try {
    const { store, events, tornAside } = await openJournal(dir)
    await store.close()
    const cut = tornAside === null ? Buffer.alloc(0) : readFileSync(tornAside)
    if (tornAside !== null) rmSync(tornAside)
    expect(await readJournal(dir)).toMatchObject({ events })
    return { events, cut }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    expect(error.code).toMatch(/^journal-(damaged|newer)$/)
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(readdirSync(dir)).toEqual(['journal.ndjson'])
    return 'refused'
  }
}

describe('QA-02 a journal cut at any byte', () => {
  it('gives back exactly the whole records, and keeps every byte of the rest', async () => {
    for (let length = 0; length <= sample.length; length++) {
      if (!isTried(length)) continue
      const whole = sample.subarray(0, length).toString().split('\n').length - 1
      const lacksOnlyNewline = sample[length] === 0x0a
      const seen = await open(sample.subarray(0, length))
      expect(seen).not.toBe('refused')
      if (seen === 'refused') continue
      expect(seen.events, `cut at ${length}`).toEqual(events.slice(0, lacksOnlyNewline ? whole + 1 : whole))
      const kept = sample.subarray(0, length).lastIndexOf(0x0a) + 1
      expect(seen.cut.toString()).toBe(lacksOnlyNewline ? '' : sample.toString('utf8', kept, length))
    }
  })
})

describe('QA-02 a journal with any byte changed', () => {
  /** Bytes that mean something to the format. */
  const suspects = [0x00, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x30, 0x39, 0x7b, 0x7d, 0xff]

  it('is refused, unless all its events are still there', async () => {
    let accepted = 0
    for (let at = 0; at < sample.length; at++) {
      if (!isTried(at)) continue
      const before = sample[at] ?? 0
      const flipped = [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => before ^ bit)
      for (const byte of new Set([...flipped, ...suspects].filter((other) => other !== before))) {
        const bytes = Buffer.from(sample)
        bytes[at] = byte
        const seen = await eventsIn(bytes)
        if (seen === 'refused') continue
        accepted++
        expect(seen, `byte ${at} became ${byte}`).toEqual(events)
      }
    }
    expect(accepted, 'only a NUL in place of the last newline does no harm').toBe(1)
  })
})

async function eventsIn(bytes: Buffer): Promise<readonly AnyEvent[] | 'refused'> {
  const read = async (into: Buffer, offset: number, length: number, from: number) => ({
    bytesRead: bytes.copy(into, offset, from, from + length),
  })
  try {
    return (await scanJournal({ read }, 'journal.ndjson', fileTexts('nowhere'))).events
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return 'refused'
  }
}

describe('QA-02 a journal with anything done to it', () => {
  it('never gives back an event that was not written, nor one in another place', async () => {
    const damage = fc.record({
      from: fc.nat(sample.length),
      remove: fc.oneof(fc.constant(0), fc.nat(40), fc.nat(sample.length)),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom(...sample.toString().split(/(?<=\n)/)).map((line) => Buffer.from(line)),
        fc.nat(600).map((count) => Buffer.alloc(count)),
      ),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ from, remove, insert }) => {
        const seen = await open(
          Buffer.concat([sample.subarray(0, from), insert, sample.subarray(from + remove)]),
        )
        if (seen !== 'refused') expect(seen.events).toEqual(events.slice(0, seen.events.length))
      }),
      { numRuns: runs(50) },
    )
  })
})
