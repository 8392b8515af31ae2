/** Owns a list item as a text of its own: without its marker, and with its lines moved to the left. */

const marker = /^[ \t]{0,32}(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,16}|$)/
const box = /^\[[ xX~-]\][ \t]+/

export function itemText(text: string): string {
  const [first = '', ...others] = text.split('\n')
  const found = marker.exec(first)?.[0] ?? ''
  const body = first.slice(found.length).replace(box, '')
  return [body, ...others.map((line) => outdent(line, found.length))].join('\n').trimEnd()
}

function outdent(line: string, width: number): string {
  let column = 0
  let at = 0
  while (column < width && (line[at] === ' ' || line[at] === '\t')) {
    column = line[at] === '\t' ? column + 4 - (column % 4) : column + 1
    at++
  }
  return line.slice(at)
}

/** The first paragraph as one line, and what comes below it. */
export function leadOf(text: string): { readonly lead: string; readonly below: string } {
  const lines = text.split('\n')
  let end = 1
  while (end < lines.length && !startsAnother(lines[end] ?? '')) end++
  const lead = lines.slice(0, end).map((line) => line.trim())
  return { lead: lead.join(' ').trim(), below: lines.slice(end).join('\n') }
}

const startsAnother = (line: string): boolean =>
  /^\s*$/.test(line) || /^\s{0,8}(?:[-*+]\s|\d{1,9}[.)]\s|```|~~~|#{1,6}\s|>|<|\|)/.test(line)
