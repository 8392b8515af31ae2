/** Turns the answer of a mission's role into the line that the operator reads. Pure. */
import { counted } from '@harness/core/kernel/counted'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Answer } from '@harness/core/playbooks/mission/state/answers'
import type { AgentFinished } from '@harness/core/playbooks/mission/state/effects'
import { facts, line, oneLine, type ProgressLine } from '@harness/shell/effects/progress-line'
import { needLine } from '../../run/progress/answer-lines.ts'

export interface ClaimVerdict {
  readonly claim: string
  readonly status: string
  readonly evidence: string
}

/** Null if the answer is told by what changed, as a worker's is. */
export function missionAnswer(
  { commandId, role, answer }: AgentFinished,
  spent: readonly (string | null)[],
  /** What the run makes of the claims; null if the answer speaks for itself. */
  verdicts: readonly ClaimVerdict[] | null,
): ProgressLine | null {
  const phase = phaseOf(commandId)
  switch (answer.kind) {
    case 'mission-plan': {
      const planned = `${counted(answer.features.length, 'feature')}, ${counted(answer.contract.length, 'claim')}`
      return line(phase, facts(`the ${role} planned ${planned}`, ...spent))
    }
    case 'plan-review':
      return line(phase, facts(`the plan: ${answer.verdict}`, ...spent), {
        tone: answer.verdict === 'reject' ? 'bad' : 'good',
        detail: answer.notes.map(oneLine),
      })
    case 'validation':
      return describeVerdicts(phase, role, answer, verdicts, spent)
    case 'ruling':
      return line(phase, facts(`the ${role} decided: ${oneLine(answer.decision)}`, ...spent), {
        detail: [
          `because: ${oneLine(answer.reason)}`,
          ...(answer.question === null ? [] : [`asks: ${oneLine(answer.question)}`]),
        ],
      })
    case 'curation':
      return line(phase, facts('the memory is curated', ...spent), {
        detail: answer.promote.map((trick) => `kept for every mission: ${oneLine(trick)}`),
      })
    case 'decision': {
      const chosen = answer.subject === null ? answer.decision : `${answer.decision} ${answer.subject}`
      return line(phase, facts(`the ${role} chose ${oneLine(chosen)}`, ...spent))
    }
    case 'need':
      return needLine(phase, role, answer, spent)
    case 'text':
    case 'mission-work':
      return null
  }
}

function describeVerdicts(
  phase: string,
  role: string,
  { claims, issues, ambiguity }: Extract<Answer, { kind: 'validation' }>,
  verdicts: readonly ClaimVerdict[] | null,
  spent: readonly (string | null)[],
): ProgressLine {
  const judged = verdicts ?? claims.map(({ id, ...said }) => ({ claim: id, ...said }))
  const failing = judged.filter(({ status }) => status !== 'PASS')
  const passing = judged.length - failing.length
  const found = issues.length === 0 ? 'nothing wrong' : counted(issues.length, 'issue')
  const held = `${passing} of ${counted(judged.length, 'claim')} ${passing === 1 ? 'holds' : 'hold'}`
  return line(
    phase,
    facts(judged.length > 0 ? `the ${role}: ${held}` : `the ${role} found ${found}`, ...spent),
    {
      tone: failing.length === 0 && issues.length === 0 ? 'good' : 'warn',
      detail: [
        ...failing.map(
          ({ claim, status, evidence }) =>
            `${claim}${status === 'FAIL' ? ' fails' : ''}: ${oneLine(evidence)}`,
        ),
        ...issues.map(({ severity, title }) => `${severity}: ${oneLine(title)}`),
        ...(ambiguity === null ? [] : [`open: ${oneLine(ambiguity)}`]),
      ],
    },
  )
}
