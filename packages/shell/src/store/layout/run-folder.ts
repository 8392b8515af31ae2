/** Owns the folder of a run's files: `<stateDir>/runs/<subject>/<run id>/`. A lease covers all runs of one subject. */
import { basename, dirname, join } from 'node:path'
import { asRunId, type RunId } from '@harness/core/kernel/ids'
import { beginCommand } from './run-subject.ts'

const runs = 'runs'
// Each joins once: lists of runs call them often, and path.join reads the whole path.
export const runsRoot = (stateDir: string): string => join(stateDir, runs)
export const subjectFolder = (stateDir: string, subject: string): string => join(stateDir, runs, subject)
export const runFolder = (stateDir: string, subject: string, runId: RunId): string =>
  join(stateDir, runs, subject, runId)
/** Artifacts of a run are files in its folder. Its journal and inbox are reached through RunStore only. */
export const folderOfRun = (
  stateDir: string,
  { subject, runId }: { readonly subject: string; readonly runId: string },
): string => join(stateDir, runs, subject, runId)
export const stateDirOf = (runDir: string): string => join(runDir, '../../..')

/** `YYYYMMDD-HHMMSS` in UTC. */
export const runIdAt = (at: number): RunId =>
  asRunId(new Date(at).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-'))

/** A folder of any other name is no run: renaming one takes the run out of the way, and back in. */
export const runIdPattern = /^\d{8}-\d{6}$/

/** How a run that cannot go on gets out of the way of the next one; nothing of it is lost. */
export const setAsideAdvice = (runDir: string): string =>
  `set the run aside and begin again: mv '${runDir}' '${runDir}.aside' && ${beginCommand(basename(dirname(runDir)))}`
