/**
 * Brings people's words to a run: answers end their gates, a stop lets go. A word is put away once it took effect. A
 * refused answer is put away with the reason, and its gate stays open. The operator is told of every word that does not
 * count.
 */
import { isGateAnswered } from '@harness/core/effects/ask-human'
import { pastOf } from '@harness/core/kernel/gate-answer'
import type { AnswerWord } from '@harness/formats/records/inbox-word'
import type { InboxItem, RunRef, RunStore } from '../../store/port/run-store.ts'
import type { JournalPort } from './run-port.ts'

export interface ServedInbox {
  close(): Promise<void>
}

interface Inbox {
  readonly runs: RunStore
  readonly run: RunRef
  readonly port: Pick<JournalPort, 'answer' | 'interrupt'>
  /** Tells the operator of a word that does not count. */
  tell(note: string): void
}

/** Resolves when the words that were waiting have been brought; later ones are brought as they come. */
export async function serveInbox(inbox: Inbox): Promise<ServedInbox> {
  const { runs, run } = inbox
  const told = new Set<string>()
  for (const posted of await runs.words(run)) await bring(posted, inbox, { told, when: 'before' })
  const closing = new AbortController()
  const listening = listen(inbox, told, closing.signal)
  // A failure is told when the inbox is closed: losing the way to the run must not end the work under way.
  listening.catch(() => {})
  return {
    async close() {
      closing.abort()
      await listening
    },
  }
}

async function listen(inbox: Inbox, told: Set<string>, signal: AbortSignal): Promise<void> {
  for await (const posted of inbox.runs.watchWords(inbox.run, signal))
    await bring(posted, inbox, { told, when: 'during' })
}

interface Hearing {
  /** Problems of broken files that the operator was told of. */
  readonly told: Set<string>
  readonly when: 'before' | 'during'
}

/** A stop that was asked for before this process began was meant for an earlier one. */
async function bring(posted: InboxItem, inbox: Inbox, { told, when }: Hearing): Promise<void> {
  const { runs, run, port, tell } = inbox
  if (posted.type === 'broken') {
    if (!told.has(posted.problem)) tell(`A file in the inbox is not read. ${posted.problem}`)
    told.add(posted.problem)
    return
  }
  const { word } = posted
  const why = word.type === 'answer' ? await refusalOf(word, inbox) : null
  if (why === null) await runs.wordTaken(run, posted)
  else {
    await runs.wordRefused(run, posted, why)
    tell(`An answer in the inbox was dropped (${posted.name}): ${why}`)
  }
  if (word.type === 'stop' && when === 'during') await port.interrupt('stopped')
}

/** Null if the answer took effect, now or before a crash. */
async function refusalOf(word: AnswerWord, { runs, run, port }: Inbox): Promise<string | null> {
  const fate = await port.answer(word.gate, word.answer, word.opening)
  if (fate.type === 'taken') return null
  if (fate.type === 'refused') return fate.why
  const answers = (await runs.read(run))?.events.filter(isGateAnswered) ?? []
  const journaled = answers.find(({ commandId }) => commandId === word.gate)
  if (journaled === undefined)
    return `The gate ${word.gate} is not open. An answer that is filed before its gate opens does not count.`
  const { choice, by } = journaled.answer
  return choice === word.answer.choice && by === word.answer.by
    ? null
    : `${by} answered the gate ${word.gate} before: ${pastOf(choice)}.`
}
