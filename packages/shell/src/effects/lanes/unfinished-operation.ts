/** Finds what a person has begun with git in a checkout and not finished: it is to be ended first, and never stashed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gitDirIfWhole } from '../../machine/git/git-dirs.ts'

/** What git keeps while it lasts, and the command it belongs to; the first that is there counts. */
const marks = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const

/** What to do about it; null if nothing is under way. */
export function unfinishedOperationAdvice(root: string): string | null {
  const gitDir = gitDirIfWhole(root)
  const command = marks.find(([mark]) => gitDir !== null && existsSync(join(gitDir, mark)))?.[1]
  return command === undefined
    ? null
    : `A ${command} is under way here. Finish it: git ${command} --continue; or give it up: git ${command} --abort`
}
