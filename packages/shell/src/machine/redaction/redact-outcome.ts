/** Owns which words of an outcome come from outside unredacted: a person's reason, names that files were given, notes. */
import type { Outcome } from '@harness/core/playbooks/every-effect'
import { cleaning } from './cleaning.ts'
import type { Redactor } from './redactor.ts'

/** Everything else was redacted on input, or is a name that the harness must find again. */
export function redactOutcome<Kind extends Outcome>(outcome: Kind, redact: Redactor): Kind {
  const { notes } = outcome
  const clean = cleaning(redact)
  const told = notes === undefined ? {} : { notes: notes.map(clean) }
  return { ...outcome, ...redactedWords(outcome, clean), ...told }
}

function redactedWords(outcome: Outcome, redact: Redactor): Partial<Outcome> {
  switch (outcome.type) {
    case 'GateAnswered': {
      const { reason, by } = outcome.answer
      return { answer: { ...outcome.answer, reason: redact(reason), by: redact(by) } }
    }
    case 'AgentFinished': {
      const { changedFiles, violation } = outcome
      return {
        changedFiles: changedFiles.map(redact),
        violation: violation === null ? null : { ...violation, files: violation.files.map(redact) },
      }
    }
    case 'AgentFailed':
      return { error: { ...outcome.error, message: redact(outcome.error.message) } }
    case 'SyncConflicted':
      return { files: outcome.files.map(redact) }
    case 'MergeRefused':
      return { detail: redact(outcome.detail) }
    case 'LaneClosed':
      return { kept: outcome.kept === null ? null : redact(outcome.kept) }
    default:
      return {}
  }
}
