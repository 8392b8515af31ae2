/** Owns the lines of a daemon's log: one for each thing that is worth knowing. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { HistoryEntry } from '@harness/core/playbooks/daemon/history'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'

export const logLine = ({ at, event, planId, detail }: HistoryEntry): string =>
  [new Date(at).toISOString(), event, planId ?? '', stripControl(detail).replace(/\s+/g, ' ')]
    .filter((part) => part !== '')
    .join(' ')

/** Entries that the history has now and had not before. */
export function newEntries(
  before: readonly HistoryEntry[],
  after: readonly HistoryEntry[],
): readonly HistoryEntry[] {
  const last = before.at(-1)
  return last === undefined ? after : after.slice(after.lastIndexOf(last) + 1)
}

/** A full disk loses lines of the log, and nothing else. */
export function appendLog(path: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  try {
    mkdirSync(dirname(path), { recursive: true })
    appendFileSync(path, `${lines.join('\n')}\n`)
  } catch {
    // The journal has it.
  }
}
