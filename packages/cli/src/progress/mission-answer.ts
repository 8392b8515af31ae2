/** Turns the answer of a mission's role into what the operator reads. Pure. */
import type { AgentOutput } from '@harness/core/event'
import { isQuoted } from '@harness/core/playbooks/mission/claims'
import { counted } from '../terminal/amounts.ts'
import { facts, line, oneLine, type ProgressLine } from './progress-line.ts'

/** Null where the answer is none that only missions know; a worker's is told by what it changed. */
export function describeMissionAnswer(
  phase: string,
  role: string,
  output: AgentOutput,
  spent: readonly (string | null)[],
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
    case 'validation': {
      const isUnseen = ({ status, evidence }: (typeof output.claims)[number]) =>
        role === 'validator' && status === 'PASS' && !isQuoted(evidence)
      const failing = output.claims.filter((claim) => claim.status === 'FAIL' || isUnseen(claim))
      const passing = output.claims.length - failing.length
      const text =
        output.claims.length > 0
          ? `the ${role}: ${passing} of ${counted(output.claims.length, 'claim')} hold`
          : `the ${role} found ${output.issues.length === 0 ? 'nothing wrong' : counted(output.issues.length, 'issue')}`
      return line(phase, facts(text, ...spent), {
        tone: failing.length === 0 && output.issues.length === 0 ? 'good' : 'warn',
        detail: [
          ...failing.map((claim) =>
            isUnseen(claim)
              ? `${claim.id} was passed without a quote: ${oneLine(claim.evidence)}`
              : `${claim.id} fails: ${oneLine(claim.evidence)}`,
          ),
          ...output.issues.map(({ severity, title }) => `${severity}: ${oneLine(title)}`),
          ...(output.ambiguity === null ? [] : [`open: ${oneLine(output.ambiguity)}`]),
        ],
      })
    }
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
