/** Owns finding the runs of a repository with their summaries, without holding any of them. */
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { namesInSync, readableNamesInSync } from '../../machine/disk/folder-names.ts'
import { readJsonFile } from '../../machine/disk/json-file.ts'
import { inboxOf, isAnswerFile } from '../inbox/inbox-folder.ts'
import { journalFileName } from '../journal/journal-name.ts'
import { proofOfEvents } from '../journal/lost-records.ts'
import { runIdPattern, runsRoot, subjectFolder } from '../layout/run-folder.ts'
import { type RunSummary, summaryFileName } from '../layout/run-summary.ts'
import type { KnownRun, RunRef } from '../port/run-store.ts'

/** Of one subject if it is named; newest first. */
export const knownRuns = (stateDir: string, subject?: string): readonly KnownRun[] =>
  (subject === undefined ? namesInSync(runsRoot(stateDir)) : [subject])
    .flatMap((each) => readRuns(stateDir, each))
    .sort(newestFirst)

/** Subjects that a run was started for, also if no run is left. */
export const startedSubjects = (stateDir: string): ReadonlySet<string> =>
  new Set(namesInSync(runsRoot(stateDir)))

/** Folders of runs that were started and recorded nothing. Nothing was done in them, so they count as no runs. */
export const unwrittenRuns = (stateDir: string): readonly RunRef[] =>
  namesInSync(runsRoot(stateDir)).flatMap((subject) =>
    runFolders(stateDir, subject)
      .filter((dir) => !isWritten(dir))
      .map((dir) => ({ subject, runId: basename(dir) })),
  )

export const hasWaitingAnswer = (runDir: string): boolean =>
  readableNamesInSync(inboxOf(runDir)).some(isAnswerFile)

/** Synchronous: a summary is a few hundred bytes, and the trips to the thread pool take longer than reading it. */
function readRuns(stateDir: string, subject: string): KnownRun[] {
  return runFolders(stateDir, subject)
    .filter(isWritten)
    .map((dir) => ({ subject, runId: basename(dir), summary: readSummary(dir) }))
}

function runFolders(stateDir: string, subject: string): readonly string[] {
  const folder = subjectFolder(stateDir, subject)
  return namesInSync(folder)
    .filter((name) => runIdPattern.test(name))
    .map((runId) => join(folder, runId))
}

const isWritten = (dir: string): boolean =>
  (statSync(join(dir, journalFileName), { throwIfNoEntry: false })?.size ?? 0) > 0 ||
  proofOfEvents(dir) !== null

/** By code units: run ids are digits, and loading a collator takes longer than reading all the runs. */
const newestFirst = (a: KnownRun, b: KnownRun): number =>
  compared(b.runId, a.runId) || compared(a.subject, b.subject)

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const readSummary = (dir: string): RunSummary | null => readJsonFile(join(dir, summaryFileName))
