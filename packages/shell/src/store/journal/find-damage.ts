/** Owns telling whether a journal can be trusted, for lists of runs: a refusal is an answer here and not an error. */
import { UserError } from '@harness/core/kernel/user-error'
import { peekJournal } from './peek-journal.ts'
import { readJournal } from './read-journal.ts'

/** What reading the whole journal would be refused with; null if it is in order. */
export async function damageIn(dir: string): Promise<UserError | null> {
  try {
    await readJournal(dir)
    return null
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}

/** The same by both ends of the journal alone, for runs that will not be resumed. */
export async function damageAtEnds(dir: string): Promise<UserError | null> {
  const peeked = await peekJournal(dir)
  return peeked?.type === 'refused' ? peeked.error : null
}
