/** Owns finding the runs of a repository and saying how each stands, without holding any of them. */
import { readdir, readFile } from 'node:fs/promises'
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
export async function knownRuns(stateDir: string): Promise<readonly KnownRun[]> {
  const subjects = await namesIn(runsRoot(stateDir))
  const perSubject = await Promise.all(subjects.map((subject) => runsOf(stateDir, subject)))
  return perSubject.flat().sort(newestFirst)
}

/** The runs of one subject, newest first. */
export async function runsOf(stateDir: string, subject: string): Promise<readonly KnownRun[]> {
  const leaseDir = subjectFolder(stateDir, subject)
  const ids = (await namesIn(leaseDir)).filter((name) => runIdPattern.test(name))
  const runs = ids.map(async (runId) => {
    const dir = runFolder(stateDir, subject, asRunId(runId))
    return { subject, runId, dir, leaseDir, summary: await readSummary(dir) }
  })
  return (await Promise.all(runs)).sort(newestFirst)
}

/** By code units: run ids are digits, and loading a collator takes longer than reading all the runs. */
const newestFirst = (a: KnownRun, b: KnownRun): number =>
  compared(b.runId, a.runId) || compared(a.subject, b.subject)

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readSummary(dir: string): Promise<RunSummary | null> {
  try {
    return JSON.parse(await readFile(join(dir, summaryFileName), 'utf8')) as RunSummary
  } catch {
    return null
  }
}
