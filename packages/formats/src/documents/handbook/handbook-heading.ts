/** Tells what a heading of a handbook begins. */
export type HandbookHeading =
  | { readonly type: 'phase'; readonly number: number; readonly title: string }
  /** `number` is null if the heading names no phase: it closes the one that it is in. */
  | { readonly type: 'close'; readonly number: number | null }
  /** Meant to begin a close, and written otherwise. */
  | { readonly type: 'nearly-close' }
  | { readonly type: 'notes' }
  /** `id` is null if the heading names none: then the prompts below it go by their position. */
  | { readonly type: 'inner'; readonly id: string | null }
  /** Meant to start a phase, and written otherwise. */
  | { readonly type: 'nearly-phase' }
  /** The same under too many `#`; of the phase that it stands in it is only a heading. */
  | { readonly type: 'deep-phase'; readonly number: number }
  | { readonly type: 'other' }

const phase = /^Phase\s+(\d{1,6})(?:\s*[—–:-]+\s*(.*))?$/i
/** `Phase 2 close`, whatever words follow. */
const closeAtFirst = /^Phase\s+(\d{1,6})\s+close\b/i
const closeWord = 'clos(?:e(?:[\\s-]?out)?|ing|ure)'
const dashes = '[\\s—–:.-]*'
/** `Close`, `Phase 2 — closing`, `Close of Phase 2`, with nothing behind it but marks, or a dash and a title. */
const closeAlone = new RegExp(
  `^(?:Phase(?:\\s*(\\d{1,6}))?${dashes}${closeWord}|${closeWord}(?:\\s+(?:of\\s+)?(?:the\\s+)?Phase(?:\\s+(\\d{1,6}))?)?)` +
    '(?:\\s+(?:checks?|gate|criteria|conditions|checklist))?(?:[.\\s*_~`:—–-]*$|\\s*[—–:]|\\s+-\\s)',
  'i',
)
const prompt = /^(?:Prompt\s+)?(\d{1,6}\.\d{1,6})(?![.\d]*\d)(?!\w)/i
const notes = /^Determinism notes\b/i
const nearlyPhase =
  /^Phase\W*(?:\d|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[ivx]+)\b)/i
const emphasis = /^[*_~`[\\\s]+/

const deepPhase = /^Phase\s*(\d{1,6})\s*[—–:-]/i
const unheadedPhase = /^(?:#{1,6}\s*|\*\*|__)Phase\s*(\d{1,6})\s*[—–:-].*$/i

/** The phase that a paragraph was meant to begin, whose `##` lacks its space or that is only bold; null if none. */
export function phaseMeantBy(paragraph: string): number | null {
  const [, number] = unheadedPhase.exec(paragraph) ?? []
  const isWhole = paragraph.startsWith('#') || /(?:\*\*|__)$/.test(paragraph)
  return number === undefined || !isWhole ? null : Number(number)
}

/** Bold or italic words at the beginning of a paragraph, and the text behind them. */
const emphasised = /^(\*\*\*|___|\*\*|__|\*|_)([^*_]+)\1([.:—–]?)\s*([\s\S]*)$/

/** The close that a paragraph such as `**Phase 2 close.** Run …` begins; null if it begins none. */
export function closeBegunBy(
  paragraph: string,
): { readonly number: number | null; readonly rest: string } | null {
  const [, , words = '', mark = '', rest = ''] = emphasised.exec(paragraph) ?? []
  const close = readClose(words.trim())
  if (close === null) return null
  // "**Close** friends" continues with the sentence.
  const isEnded = close.number !== null || rest === '' || /\W$/.test(`${words.trim()}${mark}`)
  return isEnded ? { ...close, rest: rest.trim() } : null
}

const nearlyClose = new RegExp(
  `^(?:Phase\\s*\\d{1,6}${dashes}${closeWord}\\s*(?:[.:—–]|$)|${closeWord}\\s*:)`,
  'i',
)
const unspacedHeading = /^#{1,6}(?=[^#\s])/
/** `Phase one close`, `Phase 1 closed when`. */
const nearlyCloseHeading = /^Phase\W*(?:\d{1,6}|[a-z]+)\W+clos(?:e[ds]?|ing|ure)(?![\w-])/i
/** `1.9 Close`, `1.close`: a close, unless a prompt is below it. */
const numberedClose = new RegExp(
  `^\\d{1,6}\\.(?:\\d{1,6})?${dashes}${closeWord}(?:[.\\s*_:]*$|\\s*[—–:])`,
  'i',
)
const htmlHeading = /<(h[1-6]|summary|b|strong)\b[^>]*>([\s\S]*?)(?:<\/\1>|$)/i

export const isNumberedClose = (words: string): boolean => numberedClose.test(words.replace(emphasis, ''))

/** `<h3>Phase 1 close</h3>`. */
export function isNearlyCloseInHtml(html: string): boolean {
  const words = (htmlHeading.exec(html)?.[2] ?? '').replace(/<[^>]*>/g, '').trim()
  return readClose(words) !== null || nearlyCloseHeading.test(words)
}

/** A close without a heading and without emphasis. */
export const isNearlyClose = (paragraph: string): boolean =>
  nearlyClose.test(paragraph.replace(unspacedHeading, '').replace(emphasis, '')) ||
  (unspacedHeading.test(paragraph) && readClose(paragraph.replace(unspacedHeading, '')) !== null)

function readClose(words: string): { readonly number: number | null } | null {
  const found = closeAlone.exec(words)
  if (found === null) return null
  const number = found[1] ?? found[2]
  return { number: number === undefined ? null : Number(number) }
}

export function readHeading(level: number, words: string): HandbookHeading {
  const plain = words.replace(emphasis, '')
  const closed = level <= 3 ? closeAtFirst.exec(plain)?.[1] : undefined
  const close = closed === undefined ? readClose(plain) : { number: Number(closed) }
  if (close !== null) return { type: 'close', ...close }
  if (level <= 3 && nearlyCloseHeading.test(plain)) return { type: 'nearly-close' }
  if (level > 2) {
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
