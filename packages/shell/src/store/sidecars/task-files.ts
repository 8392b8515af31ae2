/** Owns the folder of a run's files for people: `task-runs/<plan>/<run>/` in the state directory. */
import { basename, dirname, join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'

export const taskRunsRoot = (stateDir: string): string => join(stateDir, 'task-runs')

export const taskRunsOf = (stateDir: string, planId: string): string => join(taskRunsRoot(stateDir), planId)

export const taskRunFolder = (stateDir: string, planId: string, runId: string): string =>
  join(taskRunsOf(stateDir, planId), runId)

/** What a run needs of a person. */
export const needFile = (stateDir: string, planId: string, runId: string): string =>
  join(taskRunFolder(stateDir, planId, runId), 'need.md')

export const taskFilesOf = ({ stateDir, runDir }: { stateDir: string; runDir: string }): string =>
  taskRunFolder(stateDir, basename(dirname(runDir)), basename(runDir))

/** A command's id as the name of a file; the run stands in the path already. */
export const fileNameOf = (command: CommandId): string =>
  command
    .split('/')
    .slice(1)
    .join('-')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
