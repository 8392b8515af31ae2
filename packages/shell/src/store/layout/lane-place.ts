/** Owns where lanes and the records of them lie, and how a folder is known to be a lane. */
import { existsSync, promises, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readableNamesInSync } from '../../machine/disk/folder-names.ts'
import { readJsonFile } from '../../machine/disk/json-file.ts'
import { gitDirIfWhole, gitDirsAt } from '../../machine/git/git-dirs.ts'

export const lanesDir = (stateDir: string): string => join(stateDir, 'lanes')
export const recordsIn = (lanes: string): string => join(lanes, '.records')
/** Records of worktrees that are kept warm for the next lane. */
export const poolIn = (lanes: string): string => join(lanes, '.pool')

/** Beside what git keeps for a worktree: it marks a lane at a path that was asked for. */
const markIn = (gitDir: string): string => join(gitDir, 'harness-lane')

export const markAsLane = (top: string): Promise<void> =>
  promises.writeFile(markIn(gitDirsAt(top).gitDir), '')

/** Whether a worktree is a lane of the harness, at work or kept warm, and not one of the user's own. */
export function isLane(top: string): boolean {
  const gitDir = gitDirIfWhole(top)
  if (gitDir !== null && existsSync(markIn(gitDir))) return true
  const lanes = dirname(top)
  if (jsonFiles(poolIn(lanes)).includes(`${basename(top)}.json`)) return true
  const path = realpathSync(top)
  return jsonFiles(recordsIn(lanes)).some((name) => pathIn(join(recordsIn(lanes), name)) === path)
}

const jsonFiles = (folder: string): readonly string[] =>
  readableNamesInSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))

const pathIn = (record: string): unknown => readJsonFile<{ readonly path?: unknown }>(record)?.path
