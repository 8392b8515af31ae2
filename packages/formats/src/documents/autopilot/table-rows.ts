/** Owns the cells of a table, as Markdown writers make them. A bar in code or behind a backslash is no border. */

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly TableRow[]
  /** Lines of the header, counted like those of the rows. */
  readonly line: number
  readonly end: number
}

export interface TableRow {
  readonly cells: readonly string[]
  readonly line: number
}

const border = /^[\s|:-]{3,}$/

/** `first` is the number of the first line. Null if the lines are no table. */
export function tableIn(lines: readonly string[], first: number): Table | null {
  const ruled = lines.findIndex(
    (line, at) => at > 0 && border.test(line) && line.includes('-') && lines[at - 1]?.includes('|') === true,
  )
  if (ruled === -1) return null
  const rows: TableRow[] = []
  let at = ruled + 1
  for (; at < lines.length && lines[at]?.includes('|'); at++)
    rows.push({ cells: cellsOf(lines[at] ?? ''), line: first + at })
  return { header: cellsOf(lines[ruled - 1] ?? ''), rows, line: first + ruled - 1, end: first + at }
}

/** Parts between bars. */
function cellsOf(row: string): readonly string[] {
  const cells = barred(row.trim())
  if (cells[0] === '') cells.shift()
  if (cells.length > 1 && cells.at(-1) === '') cells.pop()
  return cells
}

/** Also splits a line of fields such as `**Depends on:** x | **Files:** y`. */
export function barred(line: string): string[] {
  const parts: string[] = []
  let part = ''
  let isInCode = false
  const lastTick = line.lastIndexOf('`')
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (character === '\\' && line[at + 1] === '|') {
      part += '|'
      at++
    } else if (character === '|' && !(isInCode && at < lastTick)) {
      parts.push(part.trim())
      part = ''
    } else {
      if (character === '`') isInCode = !isInCode
      part += character
    }
  }
  return [...parts, part.trim()]
}
