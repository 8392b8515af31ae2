/** Owns reading a journal's records: every checksum, number and event is verified, or the journal is refused. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { parseStoredEvent } from '@harness/formats/records/stored-event'
import { type JournalPosition, journalStart } from '../port/run-store.ts'
import { fromRefs } from '../texts/text-refs.ts'
import type { TextStore } from '../texts/text-store.ts'
import { crc32 } from './crc32.ts'
import { type JournalPlace, journalDamaged, journalNewer } from './journal-problem.ts'
import { judgeRest } from './judge-rest.ts'
import { forEachLine, type ReadableFile, readBlocks } from './read-blocks.ts'
import { examineLine, type Line } from './record.ts'

export type TextReader = Pick<TextStore, 'read'>

export interface JournalScan {
  readonly events: readonly AnyEvent[]
  /** After the last record; its newline counted, also if it is missing. */
  readonly end: JournalPosition
  readonly rest: JournalRest
}

/** What a crash left after the last newline. */
export type JournalRest =
  | { readonly type: 'nothing' }
  /** The last record is whole, but these bytes (none, or NULs) stand where its newline must. */
  | { readonly type: 'unterminated'; readonly extra: Buffer }
  | { readonly type: 'torn'; readonly bytes: Buffer }

/** Reads on from the end of an earlier scan of the same journal, to the end or until it has read `mostBytes`. */
export async function scanJournal(
  file: ReadableFile,
  path: string,
  texts: TextReader,
  from: JournalPosition = journalStart,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<JournalScan> {
  const events: AnyEvent[] = []
  let crc = from.crc
  let line = from.events + 1
  const rest = await readBlocks(file, from.bytes, (block, offset) => {
    crc = crc32(block, crc)
    forEachLine(block, (start, end) => {
      const place = { path, line, offset: offset + start }
      events.push(eventOf(block, examineLine(block, start, end, line), place, texts))
      line++
    })
    return offset + block.length - from.bytes < mostBytes
  })
  const end = { events: line - 1, bytes: rest.offset, crc }
  const verdict = judgeRest(rest.bytes, line)
  if (verdict.type === 'nothing') return { events, end, rest: verdict }
  if (verdict.type === 'torn') return { events, end, rest: { type: 'torn', bytes: rest.bytes } }
  events.push(eventOf(rest.bytes, verdict.line, { path, line, offset: rest.offset }, texts))
  const record = rest.bytes.subarray(0, verdict.length)
  return {
    events,
    end: { events: line, bytes: end.bytes + record.length + 1, crc: crc32('\n', crc32(record, crc)) },
    rest: { type: 'unterminated', extra: rest.bytes.subarray(verdict.length) },
  }
}

/** The event of an examined line, or the refusal of the journal. */
export function eventOf(bytes: Buffer, line: Line, place: JournalPlace, texts: TextReader): AnyEvent {
  if (line.type === 'newer') throw journalNewer(place, `the record has version ${line.version}`)
  if (line.type === 'damaged') throw journalDamaged(place, line.problem)
  const stored = parseStoredEvent(
    bytes.toString('utf8', line.eventStart, line.eventEnd),
    line.refers ? (value) => fromRefs(value, texts) : undefined,
  )
  if (stored.ok) return stored.event
  throw stored.newer ? journalNewer(place, stored.problem) : journalDamaged(place, stored.problem)
}
