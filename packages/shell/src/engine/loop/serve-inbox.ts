/**
 * Brings people's words to a run: answers end their gates, a stop lets go. A word is put away once it took effect. A
 * refused answer is put away with the reason, and its gate stays open.
 */
import { type BrokenWord, type PostedWord, waitingWords, watchInbox } from '../../store/inbox/watch-inbox.ts'
import { wordRefused } from '../../store/inbox/word-refused.ts'
import { wordTaken } from '../../store/inbox/word-taken.ts'
import type { JournalPort } from './run-port.ts'

export interface ServedInbox {
  close(): Promise<void>
}

/** Resolves when the words that were waiting have been brought; later ones are brought as they come. */
export async function serveInbox(
  dir: string,
  port: Pick<JournalPort, 'answer' | 'interrupt'>,
): Promise<ServedInbox> {
  for (const posted of await waitingWords(dir)) await bring(posted, port, 'before')
  const closing = new AbortController()
  const listening = listen(dir, port, closing.signal)
  // A failure is told when the inbox is closed: losing the way to the run must not end the work under way.
  listening.catch(() => {})
  return {
    async close() {
      closing.abort()
      await listening
    },
  }
}

async function listen(
  dir: string,
  port: Pick<JournalPort, 'answer' | 'interrupt'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const posted of watchInbox(dir, signal)) await bring(posted, port, 'during')
}

/** A stop that was asked for before this process began was meant for an earlier one. */
async function bring(
  posted: PostedWord | BrokenWord,
  port: Pick<JournalPort, 'answer' | 'interrupt'>,
  when: 'before' | 'during',
): Promise<void> {
  if (posted.type === 'broken') return
  const { word } = posted
  const fate = word.type === 'answer' ? await port.answer(word.gate, word.answer) : null
  if (fate?.type === 'refused') await wordRefused(posted, fate.why)
  else await wordTaken(posted)
  if (word.type === 'stop' && when === 'during') await port.interrupt('stopped')
}
