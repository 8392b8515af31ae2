/** Owns telling from the summaries of a subject's runs whether one of them delivered it: it needs no other run then. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunSummary, summaryFileName } from './run-summary.ts'

export function deliveredBefore(subjectDir: string): boolean {
  try {
    return readdirSync(subjectDir).some((name) => isDone(join(subjectDir, name, summaryFileName)))
  } catch {
    return false
  }
}

function isDone(summary: string): boolean {
  try {
    return (JSON.parse(readFileSync(summary, 'utf8')) as RunSummary).status === 'done'
  } catch {
    return false
  }
}
