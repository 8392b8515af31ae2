/** Owns the lines for answers that several playbooks know: reviews and needs. Pure. */
import type { AgentFinished } from '@harness/core/effects/run-agent'
import { describeFinding, isBlockingSeverity, severities } from '@harness/core/kernel/finding'
import { phaseOf } from '@harness/core/kernel/ids'
import type { QuotesHeld } from '@harness/core/kernel/quotation'
import type { NeedAnswer, ReviewAnswer } from '@harness/core/work/answers'
import type { TestRulingsAnswer } from '@harness/core/work/test-judge'
import { markUnseen } from '@harness/core/work/unseen-quotes'
import { facts, line, linesOf, oneLine, type ProgressLine } from '@harness/shell/effects/progress-line'

type Spent = readonly (string | null)[]

export const needLine = (phase: string, role: string, { need }: NeedAnswer, spent: Spent): ProgressLine =>
  line(phase, facts(`the ${role} needs something: ${oneLine(need.what)}`, ...spent), { tone: 'warn' })

/** What the judge says; the run holds its quotations against the plan. */
export function rulingLine(
  { commandId, answer }: AgentFinished<TestRulingsAnswer>,
  spent: Spent,
): ProgressLine {
  const phase = phaseOf(commandId)
  const told = answer.rulings.map(({ check, justified }) =>
    justified
      ? `the plan calls for what the tests of the check ${check} show`
      : `the plan does not call for what the tests of the check ${check} show`,
  )
  const isJustified = answer.rulings.every(({ justified }) => justified)
  return line(phase, facts(told.length === 0 ? 'no ruling' : told.join('; '), ...spent), {
    tone: isJustified && told.length > 0 ? 'good' : 'warn',
    detail: answer.rulings.flatMap(({ quote, why }) => [
      ...(quote === '' ? [] : linesOf(`“${oneLine(quote)}”`)),
      ...linesOf(why),
    ]),
  })
}

export function reviewLine(
  phase: string,
  { findings, sentinel }: Pick<ReviewAnswer, 'findings' | 'sentinel'>,
  spent: Spent,
  quotes?: QuotesHeld,
): ProgressLine {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  const blocking = findings.some((finding) => isBlockingSeverity(finding.severity))
  const contradiction = blocking && sentinel ? ', although it says that nothing blocks' : ''
  return line(
    phase,
    facts(counts.length === 0 ? 'no findings' : `${counts.join(', ')}${contradiction}`, ...spent),
    {
      tone: blocking ? 'warn' : 'good',
      detail: markUnseen(findings, quotes).flatMap((finding) => linesOf(describeFinding(finding))),
    },
  )
}
