/** Adds to each problem of a file the line it is about. */
import type { FormatProblem } from '../../text/format-problem.ts'

const longestQuote = 120

export function quoted(text: string, problems: readonly FormatProblem[]): readonly FormatProblem[] {
  const lines = text.split('\n')
  return problems.map((problem) => {
    const line = problem.line === null ? '' : (lines[problem.line - 1] ?? '').trim()
    if (line === '' || line === '---') return problem
    return { ...problem, quote: line.length <= longestQuote ? line : `${line.slice(0, longestQuote)}…` }
  })
}
