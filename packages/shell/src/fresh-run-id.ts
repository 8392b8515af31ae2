/**
 * Owns the name of a new run: one that no run of its subject has, and none that anything left behind by one still
 * names. A run that was renamed or removed leaves its lane, its task files and commits with its commands' ids; a new
 * run of the same name would take them for its own.
 */
import { readdir } from 'node:fs/promises'
import type { RunId } from '@harness/core/ids'
import { laneMakers } from './lanes/lane-record.ts'
import { runIdAt, subjectFolder } from './run-folder.ts'
import { taskRunsOf } from './sidecars/token-records.ts'

/** The moment it begins, or the next second that is free. */
export async function freshRunId(stateDir: string, subject: string, now: number): Promise<RunId> {
  const taken = new Set(await namedRuns(stateDir, subject))
  for (let at = now; ; at += 1_000) {
    const runId = runIdAt(at)
    if (!taken.has(runId)) return runId
  }
}

async function namedRuns(stateDir: string, subject: string): Promise<readonly string[]> {
  const lanes = (await laneMakers(stateDir)).filter((command) => command.split('/')[2] === subject)
  const folders = await namesIn(subjectFolder(stateDir, subject))
  const taskFiles = await namesIn(taskRunsOf(stateDir, subject))
  return [...lanes, ...folders, ...taskFiles].flatMap((name) => /^\d{8}-\d{6}/.exec(name)?.[0] ?? [])
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
