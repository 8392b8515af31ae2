import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { describe, expect, it } from 'vitest'
import { anEvent, someEvents } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { openJournal } from './open-journal.ts'
import { encodeRecord } from './record.ts'
import { seal } from './sealed.ts'
import { journalStoreContract } from './test-support/journal-store.contract.ts'

journalStoreContract('files', async () => {
  const dir = await temporaryDir()
  return { open: () => openJournal(dir) }
})

const journalOf = (dir: string): string => join(dir, 'journal.ndjson')
const sample = someEvents(3)
const text = sample.map((event, index) => encodeRecord(index + 1, event)).join('')

const sealedLine = (open: string): string => `${seal(open)}\n`

const dirWith = async (journal: string | Buffer): Promise<string> => {
  const dir = await temporaryDir()
  writeFileSync(journalOf(dir), journal)
  return dir
}

describe('QA-01 a journal on disk', () => {
  it('is one record a line, numbered and sealed, for people and jq to read', async () => {
    const dir = join(await temporaryDir(), 'runs', '0042', '20260101-000000')
    const { store } = await openJournal(dir)
    for (const event of sample) await store.append(event)
    await store.close()
    expect(readFileSync(journalOf(dir), 'utf8')).toBe(text)
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      sample.map((event, index) => ({
        n: index + 1,
        v: 1,
        event,
        crc: expect.stringMatching(/^[0-9a-f]{8}$/),
      })),
    )
  })

  it('is read by every later version: this record was written by the first', async () => {
    const dir = await dirWith(
      '{"n":1,"v":1,"event":{"type":"TimerFired","at":5,"commandId":"r/p/s/1"},"crc":"6618e6a5"}\n',
    )
    expect((await openJournal(dir)).events).toEqual([{ type: 'TimerFired', at: 5, commandId: 'r/p/s/1' }])
  })

  it('gives back a last record that only lacks its newline, and puts the newline there', async () => {
    const dir = await dirWith(text.slice(0, -1))
    const { store, events, tornAside } = await openJournal(dir)
    expect(events).toEqual(sample)
    expect(tornAside).toBeNull()
    await store.append(anEvent(4))
    await store.close()
    expect(readFileSync(journalOf(dir), 'utf8')).toBe(text + encodeRecord(4, anEvent(4)))
  })

  it('sets a record that was cut short aside and goes on behind the last whole one', async () => {
    const whole = text.slice(0, text.indexOf('\n') + 1)
    const torn = text.slice(whole.length, whole.length + 30)
    const dir = await dirWith(whole + torn)
    const { store, events, tornAside } = await openJournal(dir)
    expect(events).toEqual([anEvent(1)])
    expect(tornAside).toBe(join(dir, 'journal.torn-1'))
    expect(readFileSync(join(dir, 'journal.torn-1'), 'utf8')).toBe(torn)
    await store.append(anEvent(2))
    await store.close()
    expect((await openJournal(dir)).events).toEqual(someEvents(2))
  })

  it('never overwrites what was set aside before', async () => {
    const dir = await dirWith(`${text}{"n":4`)
    writeFileSync(join(dir, 'journal.torn-1'), 'from an earlier crash')
    const { tornAside } = await openJournal(dir)
    expect(tornAside).toBe(join(dir, 'journal.torn-2'))
    expect(readFileSync(join(dir, 'journal.torn-1'), 'utf8')).toBe('from an earlier crash')
    expect(readFileSync(join(dir, 'journal.torn-2'), 'utf8')).toBe('{"n":4')
  })

  it.each([
    ['after a whole record', text, '\0'.repeat(4000), sample],
    ['in the middle of a record', text + encodeRecord(4, anEvent(4)).slice(0, 40), '\0'.repeat(90), sample],
    ['in place of the last newline', text.slice(0, -1), '\0', sample],
    ['and nothing else', '', '\0'.repeat(512), []],
  ])('sets NUL bytes aside that a power loss left %s', async (_where, before, nuls, events) => {
    const dir = await dirWith(before + nuls)
    const opened = await openJournal(dir)
    expect(opened.events).toEqual(events)
    expect(readFileSync(opened.tornAside ?? '', 'utf8').endsWith(nuls)).toBe(true)
    await opened.store.append(anEvent(events.length + 1))
    await opened.store.close()
    expect((await openJournal(dir)).events).toEqual(someEvents(events.length + 1))
  })
})

describe('QA-03 a journal that cannot be trusted is refused, named, and left as it is', () => {
  const [one, two, three] = text.trimEnd().split('\n') as [string, string, string]
  const line = (content: string) => `${content}\n`

  it.each([
    ['a changed byte', text.replace('"at":', '"aT":'), 1, 0, 'checksum'],
    [
      'a changed byte in the last line',
      `${text.slice(0, -5)}x${text.slice(-4)}`,
      3,
      one.length + two.length + 2,
      'checksum',
    ],
    [
      'a record missing in between',
      line(one) + line(three),
      2,
      one.length + 1,
      'number 3 where 2 must follow',
    ],
    ['a record twice', line(one) + line(one), 2, one.length + 1, 'number 1 where 2 must follow'],
    ['a missing beginning', line(two), 1, 0, 'number 2 where 1 must follow'],
    ['an empty line', `${text}\n`, 4, text.length, 'checksum'],
    ['a foreign line', line('hello'), 1, 0, 'checksum'],
    ['a foreign end', `${text}hello`, 4, text.length, 'not the beginning of record 4'],
    [
      'a torn record of another number',
      `${text}{"n":9,"v":1`,
      4,
      text.length,
      'not the beginning of record 4',
    ],
    [
      'something in place of the last newline',
      `${text.slice(0, -1)} `,
      3,
      one.length + two.length + 2,
      'followed by',
    ],
    ['a hole', `${text}{"n":4,"v":1,"ev\0\0\0":{`, 4, text.length, 'not the beginning'],
    [
      'a hole further on',
      `${text}${encodeRecord(4, anEvent(4)).slice(0, 40)}\0\0abc`,
      4,
      text.length,
      'bytes that no record has',
    ],
    [
      'a changed byte and no newline',
      text.slice(0, -1).replace('/3"', '/4"'),
      3,
      one.length + two.length + 2,
      'checksum',
    ],
    [
      'a checksum spelled otherwise',
      text.replace(/[0-9a-f]{8}"\}\n/g, (end) => end.toUpperCase()),
      1,
      0,
      'checksum',
    ],
    ['Windows line ends', text.replaceAll('\n', '\r\n'), 1, 0, 'checksum'],
  ])('%s', async (_what, journal, lineNumber, offset, problem) => {
    const dir = await dirWith(journal)
    await expect(openJournal(dir)).rejects.toMatchObject({
      name: 'UserError',
      code: 'journal-damaged',
      exitCode: exitCode.stateDamaged,
      message: expect.stringMatching(
        new RegExp(`journal\\.ndjson, line ${lineNumber} \\(byte ${offset}\\): .*${problem}`),
      ),
      next: expect.stringContaining('backup'),
    })
    expect(readdirSync(dir)).toEqual(['journal.ndjson'])
    expect(readFileSync(journalOf(dir), 'utf8')).toBe(journal)
  })

  it.each([
    ['a newer record', sealedLine('{"n":1,"v":3,"payload":[1]')],
    ['a newer record without its newline', sealedLine('{"n":1,"v":3,"payload":[1]').slice(0, -1)],
    ['a newer event', sealedLine('{"n":1,"v":1,"event":{"type":"LaneTeleported","at":1}')],
  ])('%s: only the newer version may go on', async (_what, journal) => {
    const dir = await dirWith(journal)
    await expect(openJournal(dir)).rejects.toMatchObject({
      code: 'journal-newer',
      exitCode: exitCode.stateDamaged,
      next: expect.stringContaining('Update'),
    })
    expect(readFileSync(journalOf(dir), 'utf8')).toBe(journal)
  })

  it('a record that is sealed but holds no event', async () => {
    const dir = await dirWith(sealedLine('{"n":1,"v":1,"event":{"type":"TimerFired","at":1,"commandId":7}'))
    await expect(openJournal(dir)).rejects.toMatchObject({
      code: 'journal-damaged',
      message: expect.stringContaining('commandId: expected a text'),
    })
  })

  it('a link in its place is not followed', async () => {
    const dir = await temporaryDir()
    const elsewhere = join(dir, 'elsewhere')
    writeFileSync(elsewhere, text)
    mkdirSync(join(dir, 'run'))
    symlinkSync(elsewhere, journalOf(join(dir, 'run')))
    await expect(openJournal(join(dir, 'run'))).rejects.toMatchObject({ code: 'journal-unreadable' })
    expect(readFileSync(elsewhere, 'utf8')).toBe(text)
  })
})
