/**
 * Brings people's words to a run: answers end their gates, a stop lets go. A word is put away once it took effect. A
 * refused answer is put away with the reason, and its gate stays open.
 */
import type { InboxItem, RunRef, RunStore } from '../../store/port/run-store.ts'
import type { JournalPort } from './run-port.ts'

export interface ServedInbox {
  close(): Promise<void>
}

/** Resolves when the words that were waiting have been brought; later ones are brought as they come. */
export async function serveInbox(
  runs: RunStore,
  run: RunRef,
  port: Pick<JournalPort, 'answer' | 'interrupt'>,
): Promise<ServedInbox> {
  const inbox = { runs, run, port }
  for (const posted of await runs.words(run)) await bring(posted, inbox, 'before')
  const closing = new AbortController()
  const listening = listen(inbox, closing.signal)
  // A failure is told when the inbox is closed: losing the way to the run must not end the work under way.
  listening.catch(() => {})
  return {
    async close() {
      closing.abort()
      await listening
    },
  }
}

interface Inbox {
  readonly runs: RunStore
  readonly run: RunRef
  readonly port: Pick<JournalPort, 'answer' | 'interrupt'>
}

async function listen(inbox: Inbox, signal: AbortSignal): Promise<void> {
  for await (const posted of inbox.runs.watchWords(inbox.run, signal)) await bring(posted, inbox, 'during')
}

/** A stop that was asked for before this process began was meant for an earlier one. */
async function bring(
  posted: InboxItem,
  { runs, run, port }: Inbox,
  when: 'before' | 'during',
): Promise<void> {
  if (posted.type === 'broken') return
  const { word } = posted
  const fate = word.type === 'answer' ? await port.answer(word.gate, word.answer) : null
  if (fate?.type === 'refused') await runs.wordRefused(run, posted, fate.why)
  else await runs.wordTaken(run, posted)
  if (word.type === 'stop' && when === 'during') await port.interrupt('stopped')
}
