/** Owns how rows are laid out: columns as wide as their widest cell, the last one cut if the line would be too long. */
import { clipped, padded, textWidth } from './text.ts'

export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  paintHead: (text: string) => string,
): string {
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
          ? clipped(cell, Math.max(12, columns - before))
          : padded(cell, (widths[index] ?? 0) + 2)
      })
      .join('')
      .trimEnd()
  return [paintHead(line(heads)), ...rows.map(line)].join('\n')
}
