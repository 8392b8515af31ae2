/** Owns the finding that a review in prose becomes. */
import type { Finding } from '../../kernel/finding.ts'
import { type CommandId, subjectIn } from '../../kernel/ids.ts'
import { boundedAnswer } from '../../work/bounded-answer.ts'
import { proseTitle } from '../../work/findings-ledger.ts'

/** It blocks whatever it says: only a review that can be read is clean. */
export const proseFinding = (said: { readonly text: string; readonly commandId: CommandId }): Finding => ({
  severity: 'High',
  title: proseTitle,
  detail: boundedAnswer(subjectIn(said.commandId), said),
  file: null,
  line: null,
})
