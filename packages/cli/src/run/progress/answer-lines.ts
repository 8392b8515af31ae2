/** Owns the lines for answers that several playbooks know: reviews and needs. Pure. */
import { describeFinding, isBlockingSeverity, severities } from '@harness/core/kernel/finding'
import type { QuotesHeld } from '@harness/core/kernel/quotation'
import type { NeedAnswer, ReviewAnswer } from '@harness/core/work/answers'
import { markUnseen } from '@harness/core/work/unseen-quotes'
import { facts, line, linesOf, oneLine, type ProgressLine } from '@harness/shell/effects/progress-line'

type Spent = readonly (string | null)[]

export const needLine = (phase: string, role: string, { need }: NeedAnswer, spent: Spent): ProgressLine =>
  line(phase, facts(`the ${role} needs something: ${oneLine(need.what)}`, ...spent), { tone: 'warn' })

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
