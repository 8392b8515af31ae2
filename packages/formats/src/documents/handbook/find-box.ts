/** Finds, in the text as it is now, the checkbox that belongs to a prompt, and says whether it may still be ticked. */
import { askedByClose } from '@harness/core/playbooks/handbook/handbook-document'
import type { PromptPlace, PromptPlaces } from './prompt-places.ts'
import type { Checkbox, WrittenHandbook } from './written-handbook.ts'

/** What was dispatched: a tick says that exactly this was done. */
export interface DispatchedPrompt {
  readonly id: string
  readonly text: string
  /** Absent if the box is to be ticked. */
  readonly to?: 'open' | undefined
  /** What the run sees of what is written, if that is less: without its secrets. */
  readonly redact?: (written: string) => string
}

export type FoundBox =
  | { readonly type: 'open' | 'done'; readonly mark: string; readonly markOffset: number }
  | { readonly type: 'refused'; readonly reason: TickRefusal; readonly line: number | null }

export type TickRefusal =
  /** The prompt, its phase or the whole file is gone. */
  | 'missing'
  /** Its id or its checkbox is there more than once, or the checkbox is gone. */
  | 'ambiguous'
  | 'text-changed'
  | 'already-done'
  | 'deferred'

/** A phase's close is found as `N.close`, if it has a checkbox. */
export function findBox(
  handbook: WrittenHandbook,
  { id, text, to, redact }: DispatchedPrompt,
  places: PromptPlaces,
): FoundBox {
  const [place, ...more] = places.get(id) ?? []
  const found = place === undefined ? null : askedAt(handbook, place)
  if (found === null) return refused('missing', null)
  if (more.length > 0 || found.box === null) return refused('ambiguous', found.line)
  if (found.text !== text && redact?.(found.text) !== text) return refused('text-changed', found.line)
  const { state, mark, markOffset, line } = found.box
  if (state === (to === 'open' ? 'done' : 'open')) return { type: state, mark, markOffset }
  return refused(state === 'deferred' ? 'deferred' : 'already-done', line)
}

interface Asked {
  readonly text: string
  readonly line: number
  readonly box: Checkbox | null
}

function askedAt({ phases }: WrittenHandbook, place: PromptPlace): Asked | null {
  const phase = phases[place.phase]
  if (place.prompt !== null) return phase?.prompts[place.prompt] ?? null
  const close = phase?.close ?? null
  return close === null ? null : { ...close, text: askedByClose(close) }
}

const refused = (reason: TickRefusal, line: number | null): FoundBox => ({ type: 'refused', reason, line })
