/** Finds, in the text as it is now, the checkbox that belongs to a prompt, and says whether it may still be ticked. */
import { askedByClose, closeId } from '@harness/core/handbook-document'
import type { BoxState, WrittenHandbook } from './written-handbook.ts'

/** What was dispatched: a tick says that exactly this was done. */
export interface DispatchedPrompt {
  readonly id: string
  readonly text: string
}

export type FoundBox =
  | { readonly type: 'open'; readonly markOffset: number }
  | { readonly type: 'refused'; readonly reason: TickRefusal; readonly line: number | null }

export type TickRefusal =
  /** The prompt, its phase or the whole file is gone. */
  | 'missing'
  /** Its id or its checkbox is there more than once, or the checkbox is gone. */
  | 'ambiguous'
  | 'text-changed'
  | 'already-done'
  | 'deferred'

/** A phase's close is found as `N.close`, where it has a checkbox. */
export function findBox(handbook: WrittenHandbook, dispatched: DispatchedPrompt): FoundBox {
  const [found, ...more] = handbook.phases.flatMap(({ number, prompts, close }) => [
    ...prompts.filter(({ id }) => id === dispatched.id),
    ...(close !== null && closeId(number) === dispatched.id ? [{ ...close, text: askedByClose(close) }] : []),
  ])
  if (found === undefined) return refused('missing', null)
  if (more.length > 0 || found.box === null) return refused('ambiguous', found.line)
  if (found.text !== dispatched.text) return refused('text-changed', found.line)
  const { state, markOffset, line } = found.box
  return state === 'open' ? { type: 'open', markOffset } : refused(refusalOf(state), line)
}

const refusalOf = (state: Exclude<BoxState, 'open'>): TickRefusal =>
  state === 'done' ? 'already-done' : 'deferred'

const refused = (reason: TickRefusal, line: number | null): FoundBox => ({ type: 'refused', reason, line })
