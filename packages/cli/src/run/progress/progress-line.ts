/** Owns the lines in which progress is told: made of phase, text and detail, safe to show. */
import { stripControl } from '@harness/shell/machine/redaction/strip-control'

export interface ProgressLine {
  /** The phase it belongs to, in a column of its own. */
  readonly phase: string
  readonly text: string
  /** Printed below, indented. */
  readonly detail: readonly string[]
  readonly tone: 'plain' | 'good' | 'warn' | 'bad'
  /** Only says that something begins: left out where a live line says it anyway. */
  readonly begins: boolean
}

export function line(
  phase: string,
  text: string,
  more: Partial<Pick<ProgressLine, 'detail' | 'tone' | 'begins'>> = {},
): ProgressLine {
  return { phase, text, detail: [], tone: 'plain', begins: false, ...more }
}

export const facts = (text: string, ...more: readonly (string | null)[]): string =>
  [text, ...more.filter((it) => it !== null)].join(' · ')

export const oneLine = (text: string): string => stripControl(text).replace(/\s+/g, ' ').trim()

export const linesOf = (text: string): readonly string[] => {
  const clean = stripControl(text).replace(/\n+$/, '')
  return clean === '' ? [] : clean.split('\n')
}
