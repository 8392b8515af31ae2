/** Turns the answer of a delivery's role into the line that the operator reads. Pure. */
import { counted } from '@harness/core/kernel/counted'
import { phaseOf } from '@harness/core/kernel/ids'
import type { AgentFinished } from '@harness/core/playbooks/delivery/effects'
import { facts, line, type ProgressLine } from '@harness/shell/effects/progress-line'
import { needLine, reviewLine } from '../../run/progress/answer-lines.ts'

const judges: ReadonlySet<string> = new Set(['reviewer', 'ui-reviewer', 'merge-checker'])

/** Null if the answer is told by what changed. */
export function deliveryAnswer(
  { commandId, role, answer, quotes }: AgentFinished,
  spent: readonly (string | null)[],
): ProgressLine | null {
  const phase = phaseOf(commandId)
  switch (answer.kind) {
    case 'review':
      return reviewLine(phase, answer, spent, quotes)
    case 'pull-text':
      return line(phase, facts('the pull request is described', ...spent))
    case 'need':
      return needLine(phase, role, answer, spent)
    case 'dispute':
      return line(
        phase,
        facts(`the ${role} disputes ${counted(answer.disputes.length, 'finding', 'findings')}`, ...spent),
      )
    case 'text':
      return judges.has(role)
        ? line(phase, facts(`no verdict could be read from the ${role}’s answer`, ...spent), { tone: 'warn' })
        : null
    case 'verdict':
      return null
  }
}
