/** Owns how long lines are broken at a terminal: between words, with what follows below the first word of the text. Pure. */
import { piecesOf } from './pieces-of-line.ts'
import { textWidth } from './text.ts'

/** Below this width an indent would leave too little room for the text. */
const leastText = 30

/** A line that fits is left as it is, and so are texts for programs. A command is not broken: the terminal does that. */
export function wrapLines(text: string, columns: number): string {
  if (!Number.isFinite(columns) || isData(text)) return text
  return text
    .split('\n')
    .map((line) => (textWidth(line) <= columns ? line : wrapLine(line, columns)))
    .join('\n')
}

const isData = (text: string): boolean => /^(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)

function wrapLine(line: string, columns: number): string {
  const pieces = piecesOf(line)
  if (pieces.length === 1) return line
  const indent = indentOf(line, columns)
  const lines: string[] = []
  let current = ''
  let isEmpty = true
  // The spaces between two pieces stay as they are, or go if the line is broken there.
  for (const { gap, text } of pieces) {
    if (isEmpty || textWidth(current + gap + text) <= columns) current += gap + text
    else {
      lines.push(current)
      current = `${' '.repeat(indent)}${text}`
    }
    isEmpty = false
  }
  return [...lines, current].join('\n')
}

/** Below the text behind a label or a column; a wide gap divides them. */
function indentOf(line: string, columns: number): number {
  const start = textWidth(/^\s*/.exec(line)?.[0] ?? '')
  let indent = start
  for (const { index, 0: gap } of line.matchAll(/(?<=\S) {2,}(?=\S)/g)) {
    const at = textWidth(line.slice(0, index + gap.length))
    if (at > 26) break
    indent = at
  }
  return columns - indent < leastText ? Math.min(start, 4) : indent
}
