/** Words the one turn in which an agent may repair an answer that broke its contract. */
import { fenced } from '@harness/core/kernel/envelope'
import type { AgentResult } from './provider.ts'

/** An answer is shown again only as far as this; the session has the rest. */
const shownChars = 20_000

/**
 * In a session the agent knows what it was asked and what it said, so it gets the problems alone. Without one it
 * gets everything again, the first envelope unchanged in front.
 */
export function repairEnvelope(envelope: string, answer: AgentResult, problems: readonly string[]): string {
  const repair = [
    '# Repair',
    'Your answer does not have the required form:',
    ...problems.map((problem) => `- ${problem}`),
    'Give the whole answer again, corrected. Change nothing else and edit no files.',
    '',
  ].join('\n')
  if (answer.session !== null) return repair
  return `${envelope}\n# Your answer\n${fenced('the answer you gave', answer.text.slice(0, shownChars))}\n\n${repair}`
}
