/** Owns the one line that may be repainted: it stands below everything printed and is gone before anything else is. */
import type { Writable } from 'node:stream'
import { clipped } from './text.ts'

export interface LiveLine {
  /** Paints the line again; the text is cut to the terminal's width. */
  show(text: string): void
  /** Takes the line away, so that finished lines can be printed in its place. */
  clear(): void
}

const toLineStart = '\r\u001b[2K'

export function openLiveLine(
  output: Pick<Writable, 'write'>,
  columns: () => number,
  paint: (text: string) => string,
): LiveLine {
  let painted = false
  return {
    show(text) {
      // One column stays free: some terminals wrap when the last one is filled.
      output.write(`${painted ? toLineStart : ''}${paint(clipped(text, columns() - 1))}`)
      painted = true
    },
    clear() {
      if (painted) output.write(toLineStart)
      painted = false
    },
  }
}
