/**
 * Owns `shown.json` in a run's folder: the report of its latest state. Commands that only look read it, so that they
 * need not load the playbook. It is a projection of the journal. `summary.json` stays small, because lists read all of them.
 */
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'

export interface StoredReport<Report> {
  /** The number of events that the report covers. */
  readonly events: number
  readonly report: Report
  /** The gates that are open. */
  readonly gates: readonly AskHuman[]
  readonly spent: BudgetLedger
}

const fileName = 'shown.json'

/** Written as a whole, but not synced: the journal is the truth. */
export async function writeStoredReport<Report>(dir: string, stored: StoredReport<Report>): Promise<void> {
  const path = join(dir, fileName)
  await writeFile(`${path}.tmp`, `${JSON.stringify(stored)}\n`)
  await rename(`${path}.tmp`, path)
}

/** Null if there is none, or it cannot be read. */
export function readStoredReport<Report>(dir: string): StoredReport<Report> | null {
  try {
    return JSON.parse(readFileSync(join(dir, fileName), 'utf8')) as StoredReport<Report>
  } catch {
    return null
  }
}
