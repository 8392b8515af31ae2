/** Owns the redaction of an outcome: its notes, and the words that its effect names. */
import type { AnyOutcome } from '@harness/core/kernel/effect'
import { cleaning } from '../machine/redaction/cleaning.ts'
import type { Redactor } from '../machine/redaction/redactor.ts'
import type { Ending, Endings } from './effect.ts'

/** All other words were redacted as they came in, or are names that the harness must find again. */
export function redactedOutcome<Outcome extends AnyOutcome>(
  outcome: Outcome,
  endings: Endings<Outcome>,
  redact: Redactor,
): Outcome {
  const clean = cleaning(redact)
  const ending = endings[outcome.type as Outcome['type']] as Ending<Outcome>
  const redacted = ending.redact?.(outcome, clean) ?? outcome
  return outcome.notes === undefined ? redacted : { ...redacted, notes: outcome.notes.map(clean) }
}
