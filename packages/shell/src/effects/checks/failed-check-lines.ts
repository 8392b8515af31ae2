/** Says of a failed check what people look for first: its command, the tests that failed, and the end of its output. */
import type { Evidence } from '@harness/core/kernel/evidence'
import { linesOf, oneLine } from '../progress-line.ts'

const outputLines = 30
const mostNames = 10

export function failedCheckLines({ run, failures, outputTail }: Evidence): readonly string[] {
  const names = failures?.names ?? []
  const shown = names.slice(0, mostNames).map((name) => `failed test: ${oneLine(name)}`)
  const more = names.length > mostNames ? [`and ${names.length - mostNames} more failed tests`] : []
  return [`$ ${oneLine(run)}`, ...shown, ...more, ...linesOf(outputTail).slice(-outputLines)]
}
