/**
 * Owns `<stateDir>/plan-index.json`: what plan files said when they were last read, so that those that have not changed
 * need not be read again. Disposable and never the truth: lost, damaged or of another version, it costs only time.
 */
import { lstatSync, readFileSync, renameSync, type Stats, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlanSummary } from '@harness/core/work/plan-graph'
import type { PlanProblem, SummarizedPlan } from '@harness/formats/documents/plan/summarize-plans'

/** A plan file as it was found. */
export interface FoundFile {
  readonly path: string
  readonly place: PlanSummary['place']
  readonly stats: Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>
}

/** And what it said. */
export interface IndexedFile extends FoundFile {
  readonly plan: SummarizedPlan | null
  readonly problems: readonly PlanProblem[]
}

export interface PlanIndex {
  readonly size: number
  /** What the file said, null if it is not known for the file as it is now. The same object for an unchanged file. */
  recall(file: FoundFile): IndexedFile | null
}

/** Rows and not objects, because ten thousand of them are read at once. */
type Row = readonly [
  path: string,
  mtimeMs: number,
  ctimeMs: number,
  size: number,
  ino: number,
  plan: PlanRow | null,
  problems: readonly PlanProblem[],
]
type PlanRow = readonly [
  id: string,
  title: string,
  status: SummarizedPlan['status'],
  dependsOn: readonly string[],
  priority: number,
  acceptanceTags: readonly string[],
]

const version = 5
/** The coarsest clock of a file system in use. */
const clockStepMs = 2_000
const indexPath = (stateDir: string): string => join(stateDir, 'plan-index.json')

/** The one that this process read last: a daemon looks every few seconds, and mostly nothing has changed. */
let latest: { readonly mark: string; readonly index: PlanIndex } | null = null

export function readPlanIndex(stateDir: string): PlanIndex {
  try {
    const path = indexPath(stateDir)
    const { mtimeMs, ctimeMs, size, ino } = lstatSync(path)
    const mark = `${path} ${mtimeMs} ${ctimeMs} ${size} ${ino}`
    if (latest?.mark === mark) return latest.index
    const stored = JSON.parse(readFileSync(path, 'utf8'))
    if (stored.version === version && stored.rows.every(isRow)) {
      latest = { mark, index: indexOf(stored.rows, mtimeMs) }
      return latest.index
    }
  } catch {
    // As good as no index.
  }
  return { size: 0, recall: () => null }
}

/** Only we write the index, so a look at its shape is enough. */
const isRow = (row: unknown): boolean =>
  Array.isArray(row) && typeof row[0] === 'string' && Array.isArray(row[6])

function indexOf(rows: readonly Row[], writtenAt: number): PlanIndex {
  const byPath = new Map(rows.map((row) => [row[0], row]))
  const recalled = new Map<string, IndexedFile>()
  return {
    size: rows.length,
    recall({ path, place, stats }) {
      const row = byPath.get(path)
      if (row === undefined || !isUnchanged(row, stats)) return null
      // So shortly before the index that a later write could bear the same times.
      if (stats.ctimeMs >= writtenAt - clockStepMs) return null
      const known = recalled.get(path)
      if (known !== undefined && known.place === place) return known
      // What the system says of it is in the row: its own object would keep dates and more in memory.
      const file = { path, place, stats: statsIn(row), plan: planFrom(row[5], path, place), problems: row[6] }
      recalled.set(path, file)
      return file
    },
  }
}

const isUnchanged = ([, mtimeMs, ctimeMs, size, ino]: Row, stats: FoundFile['stats']): boolean =>
  mtimeMs === stats.mtimeMs && ctimeMs === stats.ctimeMs && size === stats.size && ino === stats.ino

const statsIn = ([, mtimeMs, ctimeMs, size, ino]: Row): FoundFile['stats'] => ({
  mtimeMs,
  ctimeMs,
  size,
  ino,
})

function planFrom(row: PlanRow | null, path: string, place: PlanSummary['place']): SummarizedPlan | null {
  if (row === null) return null
  const [id, title, status, dependsOn, priority, acceptanceTags] = row
  return { id, title, path, place, status, dependsOn, priority, acceptanceTags }
}

/** Whole or not at all; if it cannot be written, the next command reads the files again. */
export function writePlanIndex(stateDir: string, files: readonly IndexedFile[]): void {
  const path = indexPath(stateDir)
  try {
    writeFileSync(`${path}.${process.pid}`, JSON.stringify({ version, rows: files.map(rowOf) }))
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // An index is a convenience.
  }
}

function rowOf({ path, stats, plan, problems }: IndexedFile): Row {
  const row: PlanRow | null =
    plan === null
      ? null
      : [plan.id, plan.title, plan.status, plan.dependsOn, plan.priority, plan.acceptanceTags]
  return [path, stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino, row, problems]
}
