/** Owns how a person's word gets to a run, whoever holds it and whether anybody does: as a whole file in its inbox. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCode } from '@harness/core/exit-code'
import { UserError } from '@harness/core/user-error'
import { type InboxWord, printInboxWord } from '@harness/formats/inbox-word'
import { makeDir } from '../disk/durable-dir.ts'
import { durableCreate } from '../disk/durable-write.ts'
import { removeFile } from '../disk/remove-file.ts'
import { inboxOf, takenOf, wordFileName } from './inbox-folder.ts'
import { readWord } from './read-word.ts'

/** Durable when it resolves. The second answer to a gate is refused, also when the first has been taken already. */
export async function postWord(runDir: string, word: InboxWord): Promise<void> {
  const inbox = inboxOf(runDir)
  const name = wordFileName(word)
  const path = join(inbox, name)
  const takenPath = join(takenOf(inbox), name)
  await makeDir(takenOf(inbox))
  if (await isThere(takenPath)) throw await alreadyAnswered(takenPath)
  if (!(await durableCreate(path, printInboxWord(word)))) throw await alreadyAnswered(path)
  // The first answer was taken between the two looks: a taken word gets its place in `taken` before it leaves the inbox.
  if (await isThere(takenPath)) {
    await removeFile(path)
    throw await alreadyAnswered(takenPath)
  }
}

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function alreadyAnswered(path: string): Promise<UserError> {
  const first = await readWord(path)
  const what =
    first.type === 'word' && first.word.type === 'answer'
      ? `${first.word.answer.by} ${first.word.answer.decision} it at ${new Date(first.word.at).toISOString()}${
          first.word.answer.reason === '' ? '' : `: ${first.word.answer.reason}`
        }`
      : `the first answer is in ${path}`
  return new UserError('gate-already-answered', `This gate was answered before: ${what}.`, {
    next: 'Nothing was changed. See what the run did with it: harness runs',
    exitCode: exitCode.usage,
  })
}
