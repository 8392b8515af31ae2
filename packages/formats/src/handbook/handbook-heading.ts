/** Tells what a heading of a handbook begins. */
export type HandbookHeading =
  | { readonly type: 'phase'; readonly number: number; readonly title: string }
  | { readonly type: 'close'; readonly number: number }
  | { readonly type: 'notes' }
  /** `id` is null where the heading names none: then the prompts below it go by their position. */
  | { readonly type: 'inner'; readonly id: string | null }
  /** Somebody meant to begin a phase, or its close, and wrote it otherwise. */
  | { readonly type: 'nearly-phase' }
  /** The same under too many `#`; of the phase that it stands in it is only a heading. */
  | { readonly type: 'deep-phase'; readonly number: number }
  | { readonly type: 'nearly-close' }
  | { readonly type: 'other' }

const phase = /^Phase\s+(\d{1,6})(?:\s*[—–:-]+\s*(.*))?$/i
const close = /^Phase\s+(\d{1,6})\s+close\b/i
const prompt = /^(?:Prompt\s+)?(\d{1,6}\.\d{1,6})(?![.\d]*\d)(?!\w)/i
const notes = /^Determinism notes\b/i
const nearlyPhase =
  /^Phase\W*(?:\d|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[ivx]+)\b)/i
const nearlyClose = /^(?:Phase\W*\d*\W*clos\w*|clos(?:e|ing)\W+(?:of\W+)?Phase\W*\d*)\W*$/i
const emphasis = /^[*_~`[\\\s]+/

const deepPhase = /^Phase\s*(\d{1,6})\s*[—–:-]/i
const unheadedPhase = /^(?:#{1,6}\s*|\*\*|__)Phase\s*(\d{1,6})\s*[—–:-].*$/i

/** The phase that a paragraph was meant to begin, whose `##` lacks its space or that is only bold; null where none. */
export function phaseMeantBy(paragraph: string): number | null {
  const [, number] = unheadedPhase.exec(paragraph) ?? []
  const isWhole = paragraph.startsWith('#') || /(?:\*\*|__)$/.test(paragraph)
  return number === undefined || !isWhole ? null : Number(number)
}

export function readHeading(level: number, words: string): HandbookHeading {
  const closed = level <= 3 ? close.exec(words) : null
  if (closed !== null) return { type: 'close', number: Number(closed[1]) }
  const plain = words.replace(emphasis, '')
  if (level > 2) {
    if (nearlyClose.test(plain)) return { type: 'nearly-close' }
    const meant = deepPhase.exec(plain)?.[1]
    return meant === undefined
      ? { type: 'inner', id: prompt.exec(words)?.[1] ?? null }
      : { type: 'deep-phase', number: Number(meant) }
  }
  const begun = level === 2 ? phase.exec(words) : null
  if (begun !== null) return { type: 'phase', number: Number(begun[1]), title: (begun[2] ?? '').trim() }
  if (nearlyPhase.test(plain)) return { type: 'nearly-phase' }
  return { type: level === 2 && notes.test(words) ? 'notes' : 'other' }
}
