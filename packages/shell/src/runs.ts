/** Owns finding the runs of a repository and saying how each stands, without holding any of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRunId } from '@harness/core/ids'
import { runFolder, runIdPattern, runsRoot, subjectFolder } from './run-folder.ts'
import { type RunSummary, summaryFileName } from './run-summary.ts'

export interface KnownRun {
  readonly subject: string
  readonly runId: string
  readonly dir: string
  /** Of all runs of one subject, whoever holds this folder's lease works on them. */
  readonly leaseDir: string
  /** Null where it was lost: the journal still tells. */
  readonly summary: RunSummary | null
}

/** Every run, newest first. */
export const knownRuns = async (stateDir: string): Promise<readonly KnownRun[]> =>
  namesIn(runsRoot(stateDir))
    .flatMap((subject) => readRuns(stateDir, subject))
    .sort(newestFirst)

/** The runs of one subject, newest first. */
export const runsOf = async (stateDir: string, subject: string): Promise<readonly KnownRun[]> =>
  readRuns(stateDir, subject).sort(newestFirst)

/** Synchronous: a summary is a few hundred bytes, and the trips to the thread pool take longer than reading it. */
function readRuns(stateDir: string, subject: string): KnownRun[] {
  const leaseDir = subjectFolder(stateDir, subject)
  return namesIn(leaseDir)
    .filter((name) => runIdPattern.test(name))
    .map((runId) => {
      const dir = runFolder(stateDir, subject, asRunId(runId))
      return { subject, runId, dir, leaseDir, summary: readSummary(dir) }
    })
}

/** By code units: run ids are digits, and loading a collator takes longer than reading all the runs. */
const newestFirst = (a: KnownRun, b: KnownRun): number =>
  compared(b.runId, a.runId) || compared(a.subject, b.subject)

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readSummary(dir: string): RunSummary | null {
  try {
    return JSON.parse(readFileSync(join(dir, summaryFileName), 'utf8')) as RunSummary
  } catch {
    return null
  }
}
