/** A quote whose scope and checkbox are still looked for, and what is to be said about it once they are found. */

import { readScopeEnvelope, type ScopeEnvelope } from '../../answers/handbook/scope-envelope.ts'
import { firstInLine, type HandbookSource, type NoteProblem } from './handbook-source.ts'
import type { ScopeComment } from './prompt-quote.ts'
import type { Checkbox, WrittenPrompt } from './written-handbook.ts'

export interface OpenPrompt {
  /** Its first line, counted from 0. */
  readonly first: number
  readonly text: string
  readonly scopes: ScopeComment[]
  readonly boxes: Checkbox[]
  /** Lines that look like its checkbox and are none. */
  readonly nearly: number[]
}

const verbAfter = /\/impeccable\s+([A-Za-z][\w-]*)/

/** The prompt with what was found for it, once nothing more can be. */
export function writtenPrompt(
  prompt: OpenPrompt,
  { id, phase, heading }: Pick<WrittenPrompt, 'id' | 'phase' | 'heading'>,
  { lines, note }: HandbookSource,
): WrittenPrompt {
  const at = lines.start(prompt.first)
  if (prompt.text.trim() === '') note('empty-prompt', at, id, 'the words of the prompt after "> "', 'none')
  const [scope] = prompt.scopes
  const envelopeLine = scope === undefined ? null : lines.placeAt(scope.offset).line
  const box = boxOf(prompt, id, at, note)
  return {
    id,
    phase,
    heading,
    verb: verbAfter.exec(prompt.text)?.[1]?.toLowerCase() ?? null,
    text: prompt.text,
    line: lines.numberOf(prompt.first),
    envelope: envelopeOf(prompt, id, envelopeLine, note),
    envelopeLine,
    box,
  }
}

/** The one checkbox; null if there is none, or more than one. */
export function onlyBox(boxes: readonly Checkbox[], id: string, note: NoteProblem): Checkbox | null {
  const [first, ...more] = boxes
  if (first === undefined || more.length === 0) return first ?? null
  for (const { markOffset } of more)
    note('two-checkboxes', markOffset, id, 'one checkbox a prompt', 'another', firstInLine(first.line))
  return null
}

/** The prompt starts at `at`. */
function boxOf({ boxes, nearly }: OpenPrompt, id: string, at: number, note: NoteProblem): Checkbox | null {
  if (boxes.length === 0) {
    const hint = nearly[0] === undefined ? null : `line ${nearly[0]} looks like one, but is spelled otherwise`
    note('no-checkbox', at, id, 'a line "- [ ] COMPLETE" after the prompt', 'none', hint)
  }
  return onlyBox(boxes, id, note)
}

function envelopeOf(
  { scopes }: OpenPrompt,
  id: string,
  scopeLine: number | null,
  note: NoteProblem,
): ScopeEnvelope | null {
  const [scope, ...more] = scopes
  if (scope === undefined) return null
  for (const { offset } of more)
    note('two-envelopes', offset, id, 'one scope comment a prompt', 'another', firstInLine(scopeLine ?? 0))
  const { envelope, mistakes } = readScopeEnvelope(scope.text)
  for (const { offset, field, expected, found, hint } of mistakes) {
    const named = field === null ? `${id} scope` : `${id} scope.${field}`
    note('malformed-envelope', scope.offsetOf(offset), named, expected, found, hint)
  }
  return envelope
}
