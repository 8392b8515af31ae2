/** Finds repositories with commits of their own inside a lane: their files become part of the work, their history cannot. */
import { join } from 'node:path'
import { resolveCommit } from '../../../machine/git/commits.ts'
import { gitDirIfWhole } from '../../../machine/git/git-dirs.ts'
import { status } from '../../../machine/git/status.ts'
import { namedFew } from '../../../store/layout/named-few.ts'

/** To be asked before the files are committed: afterwards git sees plain folders. */
export async function nestedNotes(lane: string): Promise<readonly string[]> {
  const folders = (await status(lane)).map(({ path }) => path).filter((path) => path.endsWith('/'))
  const withHistory: string[] = []
  for (const folder of folders) if (await hasCommits(join(lane, folder))) withHistory.push(folder)
  return withHistory.length === 0
    ? []
    : [
        `the agent left repositories of their own with commits in them, of which the files were taken and the history was not: ${namedFew(withHistory)}`,
      ]
}

const hasCommits = async (folder: string): Promise<boolean> =>
  gitDirIfWhole(folder) !== null && (await resolveCommit(folder, 'HEAD')) !== null
