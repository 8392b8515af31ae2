/** Owns the names in a run's inbox. What begins with a dot is still being written. */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import type { InboxWord } from '@harness/formats/records/inbox-word'

export const inboxOf = (runDir: string): string => join(runDir, 'inbox')
export const takenOf = (inbox: string): string => join(inbox, 'taken')

export const refusedOf = (inbox: string): string => join(inbox, 'refused')

export const isWordFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.')

export const isAnswerFile = (name: string): boolean => name.startsWith('answer-') && isWordFile(name)

/** All answers to one gate have one name, so that the file system lets only the first one in. */
export const wordFileName = (word: InboxWord): string =>
  word.type === 'answer' ? answerFileName(word.gate) : `stop-${word.at}-${randomUUID()}.json`

/** Readable as far as a file name allows, and different for every gate. */
function answerFileName(gate: CommandId): string {
  const readable = gate.replaceAll(/[^a-zA-Z0-9-]+/g, '-').slice(0, 80)
  return `answer-${readable}-${createHash('sha256').update(gate).digest('hex').slice(0, 16)}.json`
}
