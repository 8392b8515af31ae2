/** Owns `failures.md` and `learnings.md`: what they say, how a block is added, and which learnings are kept. */
import type { Learning } from '@harness/core/playbooks/autopilot/documents'
import { type IgnoredLine, type NoteEntry, noteEntries } from './note-entries.ts'

export interface Failure {
  /** `YYYY-MM-DD`; null if unknown. */
  readonly date: string | null
  readonly skill: string
  readonly type: string
  readonly text: string
}

export interface NotedLearning extends Learning {
  /** Its own date, or that of the heading above it; null if there is none. */
  readonly date: string | null
  /** Words of the heading above it, without the date. */
  readonly title: string
  readonly skill: string
}

interface Placed {
  /** From 1. */
  readonly line: number
}

export interface ReadNotes<Entry> {
  readonly entries: readonly (Entry & Placed)[]
  readonly ignored: readonly IgnoredLine[]
}

const linesIn = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)

const readNotes = <Entry>(text: string, read: (entry: NoteEntry) => Entry): ReadNotes<Entry> => {
  const { entries, ignored } = noteEntries(linesIn(text))
  return { entries: entries.map((entry) => ({ ...read(entry), line: entry.line })), ignored }
}

export const readFailures = (text: string): ReadNotes<Failure> =>
  readNotes(text, ({ date, tags, text: told }) => ({
    date,
    skill: tags.get('skill') ?? '',
    type: tags.get('type') ?? '',
    text: told,
  }))

export const readLearnings = (text: string): ReadNotes<NotedLearning> =>
  readNotes(text, ({ date, title, tags, text: told }) => ({
    date,
    title,
    skill: tags.get('skill') ?? '',
    outcome: (tags.get('outcome') ?? '').toLowerCase(),
    text: told,
  }))

/** These hide a part of a text, or move it. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** Adds a block at the end, under its title. A block that is there already is not added again. */
export function appendNote(existing: string | null, title: string, block: string): string {
  const lines = linesIn(block.trim()).map((line) => line.replace(hidden, ' ').trimEnd())
  const before = (existing ?? '').trimEnd()
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\n'
  const there = linesIn(before)
  if (existing !== null && (lines.join('') === '' || hasLines(there, lines))) return existing
  const head = there.includes(`# ${title}`) ? [] : [`# ${title}`, '']
  const last = there.at(-1) ?? ''
  const joins = head.length === 0 && /^[-*+] /.test(lines[0] ?? '') && last !== '' && !/^#{1,6} /.test(last)
  const gap = before === '' ? [] : joins ? [''] : ['', '']
  return `${before}${[...gap, ...head, ...lines].join(lineBreak).trimEnd()}${lineBreak}`
}

/** Whether the lines stand there, one after the other. */
function hasLines(there: readonly string[], lines: readonly string[]): boolean {
  const separator = '\n'
  return `${separator}${there.join(separator)}${separator}`.includes(
    `${separator}${lines.join(separator)}${separator}`,
  )
}

export interface PrunedLearnings {
  readonly kept: string
  /** The entries that moved, under their headings; empty if none did. */
  readonly archived: string
  readonly moved: number
}

/** The newest entries stay, and all that is no entry. A section that has nothing left goes. */
export function pruneLearnings(text: string, keep: number): PrunedLearnings {
  // Each line keeps its line break.
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? []
  const bare = lines.map((line) => line.replace(/[\r\n]+$/, ''))
  const { entries } = noteEntries(bare.map((line, at) => (at === 0 ? line.replace(/^\uFEFF/, '') : line)))
  const old = oldest(entries, entries.length - Math.max(0, Math.floor(keep) || 0))
  if (old.length === 0) return { kept: text, archived: '', moved: 0 }
  const moved = new Set<number>()
  for (const { from, to } of old) for (let at = from; at < to; at++) moved.add(at)
  const archived: string[] = []
  const kept: string[] = []
  for (const section of sectionsOf(bare)) {
    const first = bare[section[0] ?? 0] ?? ''
    const isTitle = /^\uFEFF?#[ \t]/.test(first)
    const hasHeading = /^#{2,6}[ \t]/.test(first)
    const gone = section.filter((at) => moved.has(at))
    if (gone.length > 0) {
      const heading = hasHeading ? [first.trimEnd(), ''] : []
      archived.push([...heading, ...gone.map((at) => bare[at] ?? '')].join('\n').trimEnd())
    }
    const stays = section.filter((at) => !moved.has(at))
    const isEmpty = stays.every((at) => (bare[at] ?? '').trim() === '' || (at === section[0] && hasHeading))
    if (gone.length > 0 && isEmpty && !isTitle) continue
    kept.push(...stays.map((at) => lines[at] ?? ''))
  }
  return { kept: kept.join(''), archived: archived.join('\n\n'), moved: old.length }
}

/** By date, then by their order in the file. Entries without a date are the oldest. */
function oldest(entries: readonly NoteEntry[], count: number): readonly NoteEntry[] {
  if (count <= 0) return []
  const byAge = [...entries].sort((one, other) => {
    const [first, second] = [one.date ?? '', other.date ?? '']
    return first === second ? one.from - other.from : first < second ? -1 : 1
  })
  return byAge.slice(0, count)
}

/** The lines before the first heading, and those of each heading. */
function sectionsOf(lines: readonly string[]): readonly (readonly number[])[] {
  const sections: number[][] = [[]]
  for (const [at, line] of lines.entries()) {
    if (/^#{1,6}[ \t]/.test(line)) sections.push([])
    sections.at(-1)?.push(at)
  }
  return sections.filter((section) => section.length > 0)
}
