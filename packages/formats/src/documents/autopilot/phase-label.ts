/** Owns the label that starts a phase: `Phase 2 —`, `Step 3:`, `4.`; and what follows it. */

export interface PhaseLabel {
  /** `phase`, another word such as `step`, or empty if only a number stands there. */
  readonly word: string
  /** Null if it is no whole number, such as `1a`, `II` or `1.5`. */
  readonly number: number | null
  /** As written, such as `Phase 1a`. */
  readonly written: string
  /** Whether a colon, dash or full stop stands between the label and what follows. */
  readonly isSeparated: boolean
  /** Words in brackets right behind the number. */
  readonly aside: string
  readonly rest: string
}

const words = 'phase|step|stage|wave|sprint|milestone|iteration|increment|slice|part|batch|pr'
const spelled = 'one|two|three|four|five|six|seven|eight|nine|ten|[ivx]{1,5}|[a-z]'
const numbered = new RegExp(
  `^(${words})\\s{0,3}[#-]?\\s{0,3}(\\d{1,4})(?!\\d)([a-z](?![a-z])|(?:\\.\\d{1,4}){1,3}(?!\\d))?`,
  'i',
)
const named = new RegExp(`^(${words})\\s{1,3}(?:${spelled})(?=\\s{0,3}(?:[:—–.)(-]|$))`, 'i')
/** Marks such as a check mark before the word. */
const before = new RegExp(`^[^\\p{L}\\p{N}]{1,12}(?=(?:${words})\\b)`, 'iu')
const sectionNumber = /^\d{1,3}(?:\.\d{1,3}){1,3}\.?\s+/
const bareNumber = /^(\d{1,4})(?:[.):](?=\s|$)|\s{1,3}[—–-](?=\s|$))\s{0,8}/

export function phaseLabel(text: string): PhaseLabel | null {
  const line = text.trim().replace(sectionNumber, '')
  const bare = bareNumber.exec(line)
  const inner = bare === null ? line : line.slice(bare[0].length)
  const worded = wordedLabel(inner.replace(before, ''))
  if (worded !== null || bare === null) return worded
  const number = Number(bare[1])
  return { word: '', number, written: `${number}`, isSeparated: true, aside: '', rest: inner.trim() }
}

function wordedLabel(line: string): PhaseLabel | null {
  const found = numbered.exec(line) ?? named.exec(line)
  if (found === null) return null
  const [written, word = '', digits, odd] = found
  const [, aside = '', bracket = '', tail = ''] =
    /^\s*(?:\(([^()]{1,200})\))?(\]?)([\s\S]*)$/.exec(line.slice(written.length)) ?? []
  const mark = /^\s*(?:[:—–]|(?:-{1,3}|[.)])(?=\s|$))\s*/.exec(tail)?.[0] ?? ''
  const separator = bracket + mark
  const rest = tail.slice(mark.length)
  // `Phase 1beta` and `Phase 1/2` are other words.
  if (separator === '' && aside === '' && rest !== '' && !/^\s/.test(rest)) return null
  return {
    word: word.toLowerCase(),
    number: digits === undefined || odd !== undefined ? null : Number(digits),
    written,
    isSeparated: separator !== '' || rest.trim() === '',
    aside,
    rest: rest.trim(),
  }
}
