/** Tells the checkbox of a prompt from everything that only looks like one. The line must begin a list item. */
import type { BoxState } from './written-handbook.ts'

export interface BoxLine {
  readonly state: BoxState
  /** The text between the brackets. */
  readonly mark: string
  /** Offset in the line of the text between the brackets. */
  readonly markAt: number
}

const exact = /^( {0,3}-[ \t]+\[)([ xX])\][ \t]+COMPLETE(?:[ \t]+\((deferred\b[^)]*)\))?[ \t]*$/
const similar = /^ {0,3}[-*+][ \t]+\[[^\]]{0,3}\]?[ \t]*complete\b/i

export function readBoxLine(line: string): BoxLine | null {
  const found = exact.exec(line)
  if (found === null) return null
  const state = found[2] !== ' ' ? 'done' : found[3] === undefined ? 'open' : 'deferred'
  return { state, mark: found[2] ?? ' ', markAt: found[1]?.length ?? 0 }
}

/** A line that was meant as a box. */
export const isNearlyBox = (line: string): boolean => similar.test(line)
