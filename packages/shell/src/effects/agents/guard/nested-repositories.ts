/** Finds repositories with commits of their own inside a lane: their files become part of the work, their history cannot. */
import { join } from 'node:path'
import { ownGitDir, ownHead } from '../../../machine/git/own-head.ts'
import { namedFew } from '../../../store/layout/named-few.ts'

/** `folders` are those in which git found a repository, relative to the lane. */
export function nestedNotes(lane: string, folders: readonly string[]): readonly string[] {
  const withHistory = folders.filter((folder) => hasCommits(join(lane, folder), lane))
  return withHistory.length === 0
    ? []
    : [
        `the agent left repositories of their own with commits in them, of which the files were taken and the history was not: ${namedFew(withHistory)}`,
      ]
}

function hasCommits(folder: string, lane: string): boolean {
  const gitDir = ownGitDir(folder, lane)
  return gitDir !== null && (ownHead(gitDir)?.commit ?? null) !== null
}
