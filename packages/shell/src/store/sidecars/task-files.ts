/** Owns where the files of a run lie that people look at: `task-runs/<plan>/<run>/` in the state directory. */
import { basename, dirname } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import { taskRunFolder } from './token-records.ts'

export const taskFilesOf = ({ stateDir, runDir }: { stateDir: string; runDir: string }): string =>
  taskRunFolder(stateDir, basename(dirname(runDir)), basename(runDir))

/** A command's id as the name of a file; the run stands in the path already. */
export const fileNameOf = (command: CommandId): string =>
  command
    .split('/')
    .slice(1)
    .join('-')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
