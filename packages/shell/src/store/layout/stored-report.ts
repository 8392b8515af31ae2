/**
 * Owns `shown.json` in a run's folder: the report of its latest state. Commands that only look read it, so that they
 * need not load the playbook. It is a projection of the journal. `summary.json` stays small, because lists read all of them.
 */
import { join } from 'node:path'
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import { readJsonFile, replaceJsonFile } from '../../machine/disk/json-file.ts'

export interface StoredReport<Report> {
  /** The number of events that the report covers. */
  readonly events: number
  readonly report: Report
  /** The gates that are open. */
  readonly gates: readonly AskHuman[]
  readonly spent: BudgetLedger
}

const fileName = 'shown.json'

export const writeStoredReport = <Report>(dir: string, stored: StoredReport<Report>): Promise<void> =>
  replaceJsonFile(join(dir, fileName), stored)

/** Null if there is none, or it cannot be read. */
export const readStoredReport = <Report>(dir: string): StoredReport<Report> | null =>
  readJsonFile(join(dir, fileName))
