/** Owns the name of a word's file in a run's inbox. */
import { createHash, randomUUID } from 'node:crypto'
import type { AnswerWord, InboxWord } from '@harness/formats/records/inbox-word'

/** All answers to one open gate have one name, so that the file system lets only the first one in. */
export const wordFileName = (word: InboxWord): string =>
  word.type === 'answer' ? answerFileName(word) : `stop-${word.at}-${randomUUID()}.json`

/** Readable as far as a file name allows. No process knows the name before the gate opens. */
function answerFileName({ gate, opening = '' }: AnswerWord): string {
  const readable = gate.replaceAll(/[^a-zA-Z0-9-]+/g, '-').slice(0, 80)
  const digest = createHash('sha256').update(`${gate}\n${opening}`).digest('hex')
  return `answer-${readable}-${digest.slice(0, 16)}.json`
}
