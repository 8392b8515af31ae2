/** Owns a quick look at a journal: its first and its last records, whatever is between them unread. */
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { PeekedJournal } from '../port/run-store.ts'
import { fileTexts } from '../texts/file-texts.ts'
import { journalFileName } from './journal-name.ts'
import { judgeRest } from './judge-rest.ts'
import { proofOfEvents, refuseLostRecords } from './lost-records.ts'
import type { ReadableFile } from './read-blocks.ts'
import { type ReadJournalFile, readingJournal } from './reading-journal.ts'
import { examineLine, numberOf } from './record.ts'
import { eventOf, type TextReader } from './scan-journal.ts'

const firstLook = 16 * 1024
const newline = 0x0a

/** Null if there is no journal. What is between is not verified: that is for `openJournal` and `readJournal`. */
export async function peekJournal(dir: string, lastCount = 1): Promise<PeekedJournal | null> {
  const path = join(dir, journalFileName)
  try {
    const proof = proofOfEvents(dir)
    const peeked = await readingJournal(path, (file) => peek(file, path, fileTexts(dir), lastCount))
    if (peeked === null || peeked.type === 'empty') refuseLostRecords(dir, proof)
    return peeked
  } catch (error) {
    if (error instanceof UserError) return { type: 'refused', error }
    throw error
  }
}

async function peek(
  file: ReadJournalFile,
  path: string,
  texts: TextReader,
  lastCount: number,
): Promise<PeekedJournal> {
  const { size } = await file.stat()
  const head = await firstLine(file, size)
  if (head === null) return unfinishedLine(await readAt(file, 0, size), path, texts)
  const first = eventOf(head, examineLine(head, 0, head.length, 1), { path, line: 1, offset: 0 }, texts)
  let events = 1
  const last = (await lastLines(file, size, lastCount)).map(({ bytes, offset }) => {
    events = numberOf(bytes)
    return eventOf(bytes, examineLine(bytes, 0, bytes.length, events), { path, line: events, offset }, texts)
  })
  return { type: 'readable', first, last, events }
}

/** What no newline ends: the beginning of the first record, all of it, or no record at all. */
function unfinishedLine(bytes: Buffer, path: string, texts: TextReader): PeekedJournal {
  const verdict = judgeRest(bytes, 1)
  if (verdict.type !== 'line') return { type: 'empty' }
  const first = eventOf(bytes, verdict.line, { path, line: 1, offset: 0 }, texts)
  return { type: 'readable', first, last: [first], events: 1 }
}

async function firstLine(file: ReadableFile, size: number): Promise<Buffer | null> {
  for (let length = firstLook; ; length *= 2) {
    const bytes = await readAt(file, 0, Math.min(length, size))
    const end = bytes.indexOf(newline)
    if (end !== -1) return bytes.subarray(0, end)
    if (bytes.length < length) return null
  }
}

/** Whole lines from the end, up to `count`; what follows the last newline is still being written. */
async function lastLines(
  file: ReadableFile,
  size: number,
  count: number,
): Promise<{ bytes: Buffer; offset: number }[]> {
  for (let length = firstLook; ; length *= 2) {
    const from = Math.max(0, size - length)
    const bytes = await readAt(file, from, size - from)
    const lines: { bytes: Buffer; offset: number }[] = []
    let end = bytes.lastIndexOf(newline)
    while (end > 0 && lines.length < count) {
      const start = bytes.lastIndexOf(newline, end - 1) + 1
      if (start === 0 && from > 0) break
      lines.unshift({ bytes: bytes.subarray(start, end), offset: from + start })
      end = start - 1
    }
    if (lines.length === count || from === 0) return lines
  }
}

async function readAt(file: ReadableFile, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(buffer, 0, length, from)
  return buffer.subarray(0, bytesRead)
}
