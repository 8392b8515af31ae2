/**
 * Owns what an evaluation comes to: its first line and the verdict in its report together. It passes only if both
 * say so; what cannot be read is a failure. Headings of the report may be in any language, the verdict is not.
 */
import type { FirstLine } from './first-line.ts'

export interface Judged {
  readonly result: 'PASS' | 'FAIL'
  /** The layer that failed. Null if it passed, or if nothing tells the layer. */
  readonly layer: 2 | 3 | null
}

export function judge(line: FirstLine | null, report: string | null): Judged {
  const said = line?.type === 'verdict' ? line.verdict : null
  if (said === 'PASS' && verdictIn(report) === 'PASS') return { result: 'PASS', layer: null }
  if (said === 'FAIL L2' || isLayer3Skipped(report)) return { result: 'FAIL', layer: 2 }
  return { result: 'FAIL', layer: said === 'FAIL L3' ? 3 : null }
}

/** The line `### Verdict: PASS` or `### Verdict: FAIL`. Of two different ones FAIL counts; null if there is none. */
export function verdictIn(report: string | null): 'PASS' | 'FAIL' | null {
  const verdicts = linesOutsideFences(report ?? '').flatMap(
    (line) => /^ {0,3}#{1,6} +Verdict *: *[*_`]*(PASS|FAIL)(?![\w|/-])/.exec(line)?.[1] ?? [],
  )
  if (verdicts.length === 0) return null
  return verdicts.every((verdict) => verdict === 'PASS') ? 'PASS' : 'FAIL'
}

const isLayer3Skipped = (report: string | null): boolean =>
  linesOutsideFences(report ?? '').some((line) => /\bSkipped \(Layer 2 failed\)/i.test(line))

/** A fenced line is a quotation: what it says does not count. It becomes an empty line. */
export function linesOutsideFences(text: string): readonly string[] {
  let fence: string | null = null
  return text.split(/\r?\n/).map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    const [, ticks = '', info = ''] = mark ?? []
    if (fence === null) {
      if (mark !== null) fence = ticks
      return mark === null ? line : ''
    }
    if (ticks.startsWith(fence) && info.trim() === '') fence = null
    return ''
  })
}
