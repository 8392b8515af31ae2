/**
 * Owns which files of the state directory are shown: those without a link on their way. A link could lead to any file
 * that the operator can read, or to the token.
 */
import { readdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'

/** True for a path without a file. */
export function isOwnPath(stateDir: string, path: string): boolean {
  try {
    return realpathSync(path) === join(realpathSync(stateDir), relative(stateDir, path))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

/** Its folder, and each file that the folder has. */
export function isOwnRun(stateDir: string, run: Pick<KnownRun, 'subject' | 'runId'>): boolean {
  const folder = folderOfRun(stateDir, run)
  return isOwnPath(stateDir, folder) && !hasLink(folder)
}

function hasLink(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isSymbolicLink())
  } catch {
    // It cannot be shown, so it counts as linked.
    return true
  }
}

/** By its whole name, among the runs that there are: no name becomes a path. */
export async function ownRunNamed(stateDir: string, runs: RunStore, name: string): Promise<KnownRun | null> {
  const [, subject, runId] = /^(.+)-(\d{8}-\d{6})$/.exec(name) ?? []
  if (subject === undefined || !(await runs.subjects()).has(subject)) return null
  const found = (await runs.list(subject)).find((run) => run.runId === runId) ?? null
  return found !== null && isOwnRun(stateDir, found) ? found : null
}
