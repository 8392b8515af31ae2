/** A quote whose scope and checkbox are still looked for, and what is to be said about it once they are found. */
import type { ScopeComment } from './prompt-quote.ts'
import { readScopeEnvelope, type ScopeEnvelope } from './scope-envelope.ts'
import type { Checkbox, HandbookRule } from './written-handbook.ts'

export interface OpenPrompt {
  /** Its first line, counted from 0. */
  readonly first: number
  readonly text: string
  readonly scopes: ScopeComment[]
  readonly boxes: Checkbox[]
  /** Lines that look like its checkbox and are none. */
  readonly nearly: number[]
}

/** Files a problem with the place that an offset stands for; `field` is the prompt's id, and what of it is meant. */
export type NoteProblem = (
  rule: HandbookRule,
  offset: number,
  field: string | null,
  expected: string,
  found: string,
  hint?: string | null,
) => void

export const firstInLine = (line: number): string => `the first stands in line ${line}`

/** The one checkbox; null where there is none, or more than one. */
export function onlyBox(boxes: readonly Checkbox[], id: string, note: NoteProblem): Checkbox | null {
  const [first, ...more] = boxes
  if (first === undefined || more.length === 0) return first ?? null
  for (const { markOffset } of more)
    note('two-checkboxes', markOffset, id, 'one checkbox a prompt', 'another', firstInLine(first.line))
  return null
}

/** `at` is where the prompt begins. */
export function boxOf(
  { boxes, nearly }: OpenPrompt,
  id: string,
  at: number,
  note: NoteProblem,
): Checkbox | null {
  if (boxes.length === 0) {
    const hint = nearly[0] === undefined ? null : `line ${nearly[0]} looks like one, but is spelled otherwise`
    note('no-checkbox', at, id, 'a line "- [ ] COMPLETE" after the prompt', 'none', hint)
  }
  return onlyBox(boxes, id, note)
}

export function envelopeOf(
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
