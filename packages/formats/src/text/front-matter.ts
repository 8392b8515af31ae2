/** Finds the front matter of a file: the part between a first line `---` and the next. Reads nothing in it. */
export interface FrontMatter {
  /** Offsets of what is between the two lines. */
  readonly start: number
  readonly end: number
  readonly bodyStart: number
}

export function splitFrontMatter(text: string): FrontMatter | null {
  const from = text.startsWith('\uFEFF') ? 1 : 0
  const start = afterMarker(text, from)
  if (start === null) return null
  for (let line = start; line < text.length; ) {
    const bodyStart = text.startsWith('---', line) ? afterMarker(text, line) : null
    if (bodyStart !== null) return { start, end: line, bodyStart }
    const end = text.indexOf('\n', line)
    if (end === -1) return null
    line = end + 1
  }
  return null
}

/** The start of the line after a line `---`; null if there is no such line here. */
function afterMarker(text: string, line: number): number | null {
  if (!text.startsWith('---', line)) return null
  const end = text.indexOf('\n', line)
  const rest = text.slice(line + 3, end === -1 ? text.length : end)
  if (!/^[ \t\r]*$/.test(rest)) return null
  return end === -1 ? text.length : end + 1
}
