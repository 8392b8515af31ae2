/** Owns how a person's word gets to a run, held or not: as a whole file in its inbox. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { pastOf } from '@harness/core/kernel/gate-answer'
import { UserError } from '@harness/core/kernel/user-error'
import { type InboxWord, parseInboxWord, printInboxWord } from '@harness/formats/records/inbox-word'
import { describeProblem } from '@harness/formats/text/format-problem'
import { diskError } from '../../machine/disk/disk-error.ts'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableCreate } from '../../machine/disk/durable-write.ts'
import { isThere } from '../../machine/disk/is-there.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { inboxOf, takenOf } from './inbox-folder.ts'
import { readWord } from './read-word.ts'
import { wordFileName } from './word-file-name.ts'

/** Durable when it resolves. The second answer to a gate is refused, also when the first has been taken already. */
export async function postWord(runDir: string, word: InboxWord): Promise<void> {
  const text = printInboxWord(word)
  refuseWhatNobodyWouldRead(text)
  const inbox = inboxOf(runDir)
  const name = wordFileName(word)
  const path = join(inbox, name)
  const takenPath = join(takenOf(inbox), name)
  await makeDir(takenOf(inbox))
  const posted = await durableCreate(path, text).catch((error: unknown) => {
    throw diskError(error, path)
  })
  if (!posted) throw await alreadyAnswered(path)
  // The name was free because the first answer has left: it got its place in `taken` before that, so look there now.
  // A process that reads ours in the meantime looks there too.
  // A file with exactly our words is ours: a quick listener has taken it already.
  if ((await isThere(takenPath)) && (await readFile(takenPath, 'utf8')) !== text) {
    await removeFile(path)
    throw await alreadyAnswered(takenPath)
  }
}

function refuseWhatNobodyWouldRead(text: string): void {
  const parsed = parseInboxWord(text, 'word')
  if (parsed.ok) return
  throw new UserError('word-refused', parsed.problems.map(describeProblem).join('\n'), {
    next: 'Say it again in that form; nothing was changed.',
  })
}

async function alreadyAnswered(path: string): Promise<UserError> {
  const first = await readWord(path)
  const what =
    first.type === 'word' && first.word.type === 'answer'
      ? `${first.word.answer.by} ${pastOf(first.word.answer.choice)} it at ${new Date(first.word.at).toISOString()}${
          first.word.answer.reason === '' ? '' : `: ${first.word.answer.reason}`
        }`
      : `the first answer is in ${path}`
  return new UserError('gate-already-answered', `This gate was answered before: ${what}.`, {
    next: 'Nothing was changed. See what the run did with it: harness runs',
    exitCode: exitCode.usage,
  })
}
