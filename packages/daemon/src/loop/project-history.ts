/**
 * Owns the history in `state.json`: what the daemon did, beside what runs and other tools wrote there. A thing that a run
 * has told is not told twice. Pure: projecting again changes nothing.
 */
import { type HistoryEntry, historyLimit } from '@harness/core/playbooks/daemon/history'
import type { DaemonState as StateFile } from '@harness/formats/records/daemon-state'
import { printMoment } from '@harness/formats/text/moment'
import { isPlan } from '@harness/shell/store/layout/run-subject'

type FileEntry = StateFile['history'][number]

export function projectHistory(
  file: readonly FileEntry[],
  history: readonly HistoryEntry[],
): readonly FileEntry[] {
  const own = history.map(fileEntry)
  const ownKeys = new Set(own.map(keyOf))
  const others = file.filter((entry) => !ownKeys.has(keyOf(entry)))
  const all = [...others, ...own.filter((entry) => !isToldBy(others, entry))]
  return all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-historyLimit)
}

const fileEntry = ({ at, event, planId, detail }: HistoryEntry): FileEntry => ({
  at: printMoment(at),
  event,
  planId,
  ...(detail === '' ? {} : { detail }),
})

/** Entries of runs name their run, so that none has the key of the daemon's. */
const keyOf = ({ at, event, planId = null, runId = null, detail = '' }: FileEntry): string =>
  JSON.stringify([at, event, planId, runId, detail])

function isToldBy(others: readonly FileEntry[], { event, planId, detail }: FileEntry): boolean {
  switch (event) {
    case 'plan_started':
      return isPlan(planId ?? '')
    case 'plan_completed':
      return others.some((one) => one.event === event && one.planId === planId)
    case 'plan_blocked':
      return others.some((one) => one.event === event && one.planId === planId && one.detail === detail)
    case 'merge_observed':
      return others.some((one) => one.event === event && one.detail === detail)
    default:
      return false
  }
}
