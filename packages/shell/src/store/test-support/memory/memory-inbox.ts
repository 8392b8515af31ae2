/** Owns an inbox in memory: words in the order of their times, one answer per gate. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { InboxWord } from '@harness/formats/records/inbox-word'
import type { InboxItem, PostedWord } from '../../port/run-store.ts'
import { type Bell, newBell } from './bell.ts'

export interface MemoryInbox {
  readonly waiting: Map<string, PostedWord>
  readonly taken: Set<string>
  /** Reasons, by the refused word. */
  readonly refused: Map<string, string>
  readonly changed: Bell
}

export const emptyInbox = (): MemoryInbox => ({
  waiting: new Map(),
  taken: new Set(),
  refused: new Map(),
  changed: newBell(),
})

export function postTo(inbox: MemoryInbox, word: InboxWord): void {
  const count = inbox.waiting.size + inbox.taken.size
  const name = word.type === 'answer' ? `answer ${word.gate} ${word.opening ?? ''}` : `stop ${count}`
  if (inbox.waiting.has(name) || inbox.taken.has(name))
    throw new UserError('gate-already-answered', 'This gate was answered before.', {
      next: 'Nothing was changed. See what the run did with it: harness runs',
      exitCode: exitCode.usage,
    })
  inbox.waiting.set(name, { type: 'word', word: structuredClone(word), name })
  inbox.changed.ring()
}

export const hasAnswerIn = ({ waiting }: MemoryInbox): boolean =>
  [...waiting.values()].some(({ word }) => word.type === 'answer')

export const wordsIn = ({ waiting }: MemoryInbox): readonly PostedWord[] =>
  [...waiting.values()].sort((a, b) => a.word.at - b.word.at)

export async function* watchWordsIn(
  inbox: MemoryInbox,
  signal: AbortSignal,
): AsyncGenerator<InboxItem, void, undefined> {
  const seen = new Set<string>()
  while (!signal.aborted) {
    const rung = inbox.changed.count()
    for (const posted of wordsIn(inbox)) {
      if (signal.aborted) return
      if (seen.has(posted.name)) continue
      seen.add(posted.name)
      yield posted
    }
    await inbox.changed.after(rung, signal)
  }
}

export function takeFrom(inbox: MemoryInbox, { name }: PostedWord): void {
  inbox.taken.add(name)
  inbox.waiting.delete(name)
}

export function refuseIn(inbox: MemoryInbox, { word, name }: PostedWord, why: string): void {
  inbox.refused.set(JSON.stringify(word), why)
  inbox.waiting.delete(name)
}

export const refusalIn = ({ refused }: MemoryInbox, word: InboxWord): string | null =>
  refused.get(JSON.stringify(word)) ?? null
