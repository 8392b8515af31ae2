/**
 * Owns `<stateDir>/plan-index.json`: what plan files said when they were last read, so that those that have not changed
 * need not be read again. Disposable and never the truth: lost, damaged or of another version, it costs only time.
 */
import { lstatSync, readFileSync, renameSync, type Stats, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FormatProblem } from '@harness/formats/format-problem'
import type { SummarizedPlan } from '@harness/formats/plan/summarize-plans'

/** Changes with every write, as far as the file system's clock can tell. */
type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, ino: number]

/** What a file said; where it was found is its key. */
export interface ReadPlanFile {
  readonly plan: Omit<SummarizedPlan, 'path' | 'place'> | null
  readonly problems: readonly FormatProblem[]
}

export type PlanIndex = Readonly<Record<string, readonly [Stamp, ReadPlanFile]>>

export interface StoredIndex {
  readonly files: PlanIndex
  /** Files written so shortly before the index that a later write could bear the same times: to be read again. */
  isFresh(stats: Stats): boolean
}

const version = 2
/** The coarsest clock of a file system in use. */
const clockStepMs = 2_000
const indexPath = (stateDir: string): string => join(stateDir, 'plan-index.json')

const nothingKnown: StoredIndex = { files: {}, isFresh: () => false }

export function readPlanIndex(stateDir: string): StoredIndex {
  try {
    const path = indexPath(stateDir)
    const { mtimeMs } = lstatSync(path)
    const stored = JSON.parse(readFileSync(path, 'utf8'))
    if (stored.version !== version || !Object.values(stored.files).every(isEntry)) return nothingKnown
    return { files: stored.files, isFresh: (stats) => stats.ctimeMs >= mtimeMs - clockStepMs }
  } catch {
    return nothingKnown
  }
}

/** Only we write the index, so a look at its shape is enough. */
const isEntry = (entry: unknown): boolean =>
  Array.isArray(entry) && Array.isArray(entry[0]) && Array.isArray(entry[1]?.problems)

/** Whole or not at all; where it cannot be written, the next command reads the files again. */
export function writePlanIndex(stateDir: string, files: PlanIndex): void {
  const path = indexPath(stateDir)
  try {
    writeFileSync(`${path}.${process.pid}`, JSON.stringify({ version, files }))
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // An index is a convenience.
  }
}

export const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp => [mtimeMs, ctimeMs, size, ino]

export const isStampOf = (stamp: Stamp, stats: Stats): boolean =>
  stamp[0] === stats.mtimeMs &&
  stamp[1] === stats.ctimeMs &&
  stamp[2] === stats.size &&
  stamp[3] === stats.ino
