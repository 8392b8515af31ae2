/** Owns how rows are laid out: columns as wide as their widest cell, the last one in several lines if it is too long. */
import { padded, textWidth, wrapped } from './text.ts'

/** A narrower last column would be hard to read. */
const leastColumns = 12

export const table = (...given: Parameters<typeof tableRows>): string => tableRows(...given).join('\n')

/** The head and each row, of one line or more. */
export function tableRows(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  paintHead: (text: string) => string,
): readonly string[] {
  const widths = heads.map((head, index) =>
    Math.max(textWidth(head), ...rows.map((row) => textWidth(row[index] ?? ''))),
  )
  const last = heads.length - 1
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0)
  const line = (cells: readonly string[]): string =>
    heads
      .map((_, index) => {
        const cell = cells[index] ?? ''
        return index === last
          ? wrapped(cell, Math.max(leastColumns, columns - before)).join(`\n${' '.repeat(before)}`)
          : padded(cell, (widths[index] ?? 0) + 2)
      })
      .join('')
      .trimEnd()
  return [paintHead(line(heads)), ...rows.map(line)]
}
