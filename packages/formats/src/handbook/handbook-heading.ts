/** Tells what a heading of a handbook begins. */
export type HandbookHeading =
  | { readonly type: 'phase'; readonly number: number; readonly title: string }
  | { readonly type: 'close'; readonly number: number }
  | { readonly type: 'notes' }
  /** `id` is null where the heading names none: then the prompts below it go by their position. */
  | { readonly type: 'inner'; readonly id: string | null }
  | { readonly type: 'other' }

const phase = /^Phase\s+(\d{1,6})(?:\s*[—–:-]+\s*(.*))?$/i
const close = /^Phase\s+(\d{1,6})\s+close\b/i
const prompt = /^(?:Prompt\s+)?(\d{1,6}\.\d{1,6})(?![.\d]*\d)(?!\w)/i
const notes = /^Determinism notes\b/i

export function readHeading(level: number, words: string): HandbookHeading {
  const closed = level <= 3 ? close.exec(words) : null
  if (closed !== null) return { type: 'close', number: Number(closed[1]) }
  if (level > 2) return { type: 'inner', id: prompt.exec(words)?.[1] ?? null }
  if (level < 2) return { type: 'other' }
  const begun = phase.exec(words)
  if (begun !== null) return { type: 'phase', number: Number(begun[1]), title: (begun[2] ?? '').trim() }
  return { type: notes.test(words) ? 'notes' : 'other' }
}
