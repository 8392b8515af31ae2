/** Turns the answer of a mission's role into what the operator reads. Pure. */
import type { AgentOutput } from '@harness/core/playbooks/every-effect'
import { counted } from '../../terminal/amounts.ts'
import type { ClaimVerdict } from '../views/run-sight.ts'
import { facts, line, oneLine, type ProgressLine } from './progress-line.ts'

/** Null if the answer is none that only missions know; a worker's is told by what it changed. */
export function describeMissionAnswer(
  phase: string,
  role: string,
  output: AgentOutput,
  spent: readonly (string | null)[],
  /** What the run makes of the claims; null if the answer speaks for itself. */
  verdicts: readonly ClaimVerdict[] | null,
): ProgressLine | null {
  switch (output.kind) {
    case 'mission-plan': {
      const planned = `${counted(output.features.length, 'feature')}, ${counted(output.contract.length, 'claim')}`
      return line(phase, facts(`the ${role} planned ${planned}`, ...spent))
    }
    case 'plan-review':
      return line(phase, facts(`the plan: ${output.verdict}`, ...spent), {
        tone: output.verdict === 'reject' ? 'bad' : 'good',
        detail: output.notes.map(oneLine),
      })
    case 'validation':
      return describeVerdicts(phase, role, output, verdicts, spent)
    case 'ruling':
      return line(phase, facts(`the ${role} decided: ${oneLine(output.decision)}`, ...spent), {
        detail: [
          `because: ${oneLine(output.reason)}`,
          ...(output.question === null ? [] : [`asks: ${oneLine(output.question)}`]),
        ],
      })
    case 'curation':
      return line(phase, facts('the memory is curated', ...spent), {
        detail: output.promote.map((trick) => `kept for every mission: ${oneLine(trick)}`),
      })
    case 'decision': {
      const chosen = output.subject === null ? output.decision : `${output.decision} ${output.subject}`
      return line(phase, facts(`the ${role} chose ${oneLine(chosen)}`, ...spent))
    }
    default:
      return null
  }
}

function describeVerdicts(
  phase: string,
  role: string,
  { claims, issues, ambiguity }: Extract<AgentOutput, { kind: 'validation' }>,
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
