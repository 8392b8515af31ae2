/** Owns what is kept of an answer that is free prose, and the finding that a review in prose becomes. */
import type { Finding } from '../../kernel/finding.ts'
import { type CommandId, showCommand, subjectIn } from '../../kernel/ids.ts'
import { proseTitle } from '../../work/findings-ledger.ts'

interface Said {
  readonly text: string
  readonly commandId: CommandId
}

const longestSaid = 4_000

/** The beginning of a long answer, and where all of it is. */
export function boundedAnswer({ text, commandId }: Said): string {
  const said = text.trim()
  if (said.length <= longestSaid) return said
  return `${said.slice(0, longestSaid)}\n… (all of it: ${showCommand(subjectIn(commandId), commandId)})`
}

/** It blocks whatever it says: only a review that can be read is clean. */
export const proseFinding = (said: Said): Finding => ({
  severity: 'High',
  title: proseTitle,
  detail: boundedAnswer(said),
  file: null,
  line: null,
})
