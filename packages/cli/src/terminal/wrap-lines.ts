/** Owns how long lines are broken at a terminal: between words, with what follows below the first word of the text. Pure. */
import { textWidth } from './text.ts'

/** Below this width an indent would leave too little room for the text. */
const leastText = 30

/** A line that fits is left as it is. So are texts for programs, and commands, which people copy. */
export function wrapLines(text: string, columns: number): string {
  if (!Number.isFinite(columns) || isData(text)) return text
  return text
    .split('\n')
    .map((line) => (textWidth(line) <= columns || isCommand(line) ? line : wrapLine(line, columns)))
    .join('\n')
}

const isData = (text: string): boolean => /^(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)

const isCommand = (line: string): boolean => /^\s*(?:\$ |(?:harness|git|npm|node|cd) )/.test(line)

function wrapLine(line: string, columns: number): string {
  const indent = indentOf(line, columns)
  const lines: string[] = []
  let current = ''
  let isEmpty = true
  // The spaces between two words stay as they are, or go where the line is broken.
  for (const [, gap = '', word = ''] of line.matchAll(/(\s*)(\S+)/g)) {
    if (isEmpty || textWidth(current + gap + word) <= columns) current += gap + word
    else {
      lines.push(current)
      current = `${' '.repeat(indent)}${word}`
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
