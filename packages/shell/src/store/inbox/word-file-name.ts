/** Owns the name of a word's file in a run's inbox. */
import { createHash, randomUUID } from 'node:crypto'
import type { CommandId } from '@harness/core/kernel/ids'
import type { InboxWord } from '@harness/formats/records/inbox-word'

/** All answers to one gate have one name, so that the file system lets only the first one in. */
export const wordFileName = (word: InboxWord): string =>
  word.type === 'answer' ? answerFileName(word.gate) : `stop-${word.at}-${randomUUID()}.json`

/** Readable as far as a file name allows, and different for every gate. */
function answerFileName(gate: CommandId): string {
  const readable = gate.replaceAll(/[^a-zA-Z0-9-]+/g, '-').slice(0, 80)
  return `answer-${readable}-${createHash('sha256').update(gate).digest('hex').slice(0, 16)}.json`
}
