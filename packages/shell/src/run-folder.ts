/** Owns where a run keeps its files: `<stateDir>/runs/<subject>/<run id>/`. A lease covers all runs of one subject. */
import { join } from 'node:path'
import { asRunId, type RunId } from '@harness/core/ids'

export const runsRoot = (stateDir: string): string => join(stateDir, 'runs')
export const subjectFolder = (stateDir: string, subject: string): string => join(runsRoot(stateDir), subject)
export const runFolder = (stateDir: string, subject: string, runId: RunId): string =>
  join(subjectFolder(stateDir, subject), runId)

/** `YYYYMMDD-HHMMSS` in UTC. */
export const runIdAt = (at: number): RunId =>
  asRunId(new Date(at).toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-'))

export const runIdPattern = /^\d{8}-\d{6}$/
