/** Owns finding the runs of a repository and saying how each stands, without holding any of them. */
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { asRunId } from '@harness/core/kernel/ids'
import { namesInSync } from '../../machine/disk/folder-names.ts'
import { journalFileName } from '../journal/journal-name.ts'
import { proofOfEvents } from '../journal/lost-records.ts'
import { runFolder, runIdPattern, runsRoot, subjectFolder } from '../layout/run-folder.ts'
import { type RunSummary, summaryFileName } from '../layout/run-summary.ts'

export interface KnownRun {
  readonly subject: string
  readonly runId: string
  readonly dir: string
  /** The holder of this folder's lease works on all runs of the subject. */
  readonly leaseDir: string
  /** Null if it was lost: the journal still tells. */
  readonly summary: RunSummary | null
}

/** Every run, newest first. */
export const knownRuns = async (stateDir: string): Promise<readonly KnownRun[]> =>
  namesInSync(runsRoot(stateDir))
    .flatMap((subject) => readRuns(stateDir, subject))
    .sort(newestFirst)

/** The runs of one subject, newest first. */
export const runsOf = async (stateDir: string, subject: string): Promise<readonly KnownRun[]> =>
  readRuns(stateDir, subject).sort(newestFirst)

/** Everything that was ever begun here, whether a run of it is left or not. */
export const begunSubjects = (stateDir: string): ReadonlySet<string> =>
  new Set(namesInSync(runsRoot(stateDir)))

/** Folders of runs that were begun and never wrote a word: nothing was done in them, so they count as no runs. */
export const unwrittenRuns = (stateDir: string): readonly string[] =>
  namesInSync(runsRoot(stateDir))
    .flatMap((subject) => runFolders(stateDir, subject))
    .filter((dir) => !isWritten(dir))

/** Synchronous: a summary is a few hundred bytes, and the trips to the thread pool take longer than reading it. */
function readRuns(stateDir: string, subject: string): KnownRun[] {
  const leaseDir = subjectFolder(stateDir, subject)
  return runFolders(stateDir, subject)
    .filter(isWritten)
    .map((dir) => ({ subject, runId: basename(dir), dir, leaseDir, summary: readSummary(dir) }))
}

const runFolders = (stateDir: string, subject: string): readonly string[] =>
  namesInSync(subjectFolder(stateDir, subject))
    .filter((name) => runIdPattern.test(name))
    .map((runId) => runFolder(stateDir, subject, asRunId(runId)))

const isWritten = (dir: string): boolean =>
  (statSync(join(dir, journalFileName), { throwIfNoEntry: false })?.size ?? 0) > 0 ||
  proofOfEvents(dir) !== null

/** By code units: run ids are digits, and loading a collator takes longer than reading all the runs. */
const newestFirst = (a: KnownRun, b: KnownRun): number =>
  compared(b.runId, a.runId) || compared(a.subject, b.subject)

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function readSummary(dir: string): RunSummary | null {
  try {
    return JSON.parse(readFileSync(join(dir, summaryFileName), 'utf8')) as RunSummary
  } catch {
    return null
  }
}
