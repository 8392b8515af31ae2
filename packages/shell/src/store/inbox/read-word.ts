/** Owns reading one file of an inbox. Anybody may put anything there: a file that is no word is a reason, not a crash. */
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { type InboxWord, parseInboxWord } from '@harness/formats/records/inbox-word'
import { describeProblem } from '@harness/formats/text/format-problem'

export type ReadWord =
  | { readonly type: 'word'; readonly word: InboxWord }
  | { readonly type: 'gone' }
  | { readonly type: 'broken'; readonly problem: string }

const largestBytes = 1 << 20

export async function readWord(path: string): Promise<ReadWord> {
  try {
    const found = await lstat(path)
    if (!found.isFile()) return broken(`${path}: expected a file of its own`)
    if (found.size > largestBytes)
      return broken(`${path}: expected at most ${largestBytes} bytes, found ${found.size}`)
    const result = parseInboxWord(await readRegularFile(path), path)
    return result.ok
      ? { type: 'word', word: result.value }
      : broken(result.problems.map(describeProblem).join('; '))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? { type: 'gone' } : broken(`${path}: ${message}`)
  }
}

/** Neither follows a link nor waits for a pipe that took the file's place meanwhile. */
async function readRegularFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

const broken = (problem: string): ReadWord => ({ type: 'broken', problem })
