/** Owns what is stored of a run beside its journal after each event: its summary and its report. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { type RunSummary, writeSummary } from './run-summary.ts'
import { type StoredReport, writeStoredReport } from './stored-report.ts'

export interface Projections {
  readonly summary: RunSummary
  readonly shown: StoredReport<unknown>
}

/** `events` is how many events led to the state. */
export type Project<State> = (
  event: AnyEvent,
  state: State,
  run: { readonly startedAt: number; readonly events: number },
) => Projections

export async function writeProjections(dir: string, { summary, shown }: Projections): Promise<void> {
  await writeSummary(dir, summary)
  await writeStoredReport(dir, shown)
}
