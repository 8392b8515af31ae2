/** Owns the entries in a file of notes, by its lines: `- **date [skill:s] [type:t]:** text`, or tags before the text. */

export interface NoteEntry {
  /** Its own, or that of the heading above it; null if there is none. */
  readonly date: string | null
  /** Words of the heading above it, without the date; empty if there is none. */
  readonly title: string
  readonly tags: ReadonlyMap<string, string>
  /** One line, with the lines that continue it. */
  readonly text: string
  /** From 1. */
  readonly line: number
  /** Its lines, as places [from, to) among all lines. */
  readonly from: number
  readonly to: number
}

export interface IgnoredLine {
  readonly line: number
  readonly text: string
}

export interface NoteLines {
  readonly entries: readonly NoteEntry[]
  /** Lines that are no entry, no heading and not blank. */
  readonly ignored: readonly IgnoredLine[]
}

const date = /\b\d{4}-\d{2}-\d{2}\b/
const heading = /^#{1,6}[ \t]+(.*)$/
const bullet = /^ ?[-*+][ \t]+(.*)$/
const tag = /^\[([A-Za-z][\w-]{0,30}):[ \t]{0,4}([^\]\n]{0,200})\][ \t]*/
const known: ReadonlySet<string> = new Set(['skill', 'type', 'outcome'])

/** `lines` have no line breaks. */
export function noteEntries(lines: readonly string[]): NoteLines {
  const entries: NoteEntry[] = []
  const ignored: IgnoredLine[] = []
  let section = { date: null as string | null, title: '' }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const words = heading.exec(line)?.[1]
    if (words !== undefined) section = /^#[ \t]/.test(line) ? { date: null, title: '' } : sectionOf(words)
    else if (line.trim() !== '') {
      const head = entryIn(bullet.exec(line)?.[1] ?? '')
      if (head === null) {
        ignored.push({ line: at + 1, text: line.trim() })
        continue
      }
      const to = endOf(lines, at)
      const rest = lines.slice(at + 1, to).map((one) => one.trim())
      const text = [head.text, ...rest].filter((part) => part !== '').join(' ')
      entries.push({
        date: head.date ?? section.date,
        title: section.title,
        tags: head.tags,
        text,
        line: at + 1,
        from: at,
        to,
      })
      at = to - 1
    }
  }
  return { entries, ignored }
}

function sectionOf(words: string): { readonly date: string | null; readonly title: string } {
  const found = date.exec(words)
  if (found === null) return { date: null, title: words.trim() }
  const title = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
  return { date: found[0], title: title.trim().replace(/^[—–:.\s-]+|[—–:.\s-]+$/g, '') }
}

/** Null if the words are no entry: it has a date or a known tag at its start. */
function entryIn(words: string): Pick<NoteEntry, 'date' | 'tags' | 'text'> | null {
  const isBold = words.startsWith('**')
  let rest = isBold ? words.slice(2) : words
  const day = /^\[?(\d{4}-\d{2}-\d{2})(?:T[\d:.]{1,20}Z?)?\]?:?[ \t]*/.exec(rest)
  rest = rest.slice(day?.[0].length ?? 0)
  const tags = new Map<string, string>()
  for (
    let found = tag.exec(rest);
    found !== null && known.has((found[1] ?? '').toLowerCase());
    found = tag.exec(rest)
  ) {
    tags.set((found[1] ?? '').toLowerCase(), (found[2] ?? '').trim())
    rest = rest.slice(found[0].length)
  }
  if (day === null && tags.size === 0) return null
  return { date: day?.[1] ?? null, tags, text: rest.replace(/^:?(?:\*\*:?)?[ \t]*/, '').trim() }
}

/** The lines that continue an entry are indented, or follow it without a blank line. */
function endOf(lines: readonly string[], entry: number): number {
  let end = entry + 1
  let isApart = false
  for (let at = end; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') isApart = true
    else if (/^(?: {2,}|\t)/.test(line)) {
      end = at + 1
      isApart = false
    } else if (isApart || bullet.test(line) || heading.test(line) || line.startsWith('<!--')) break
    else end = at + 1
  }
  return end
}
