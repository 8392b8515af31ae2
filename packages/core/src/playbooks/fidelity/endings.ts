/** Owns how an audit ends: within the threshold, above it, or without a verdict. */
import { counted } from '../../kernel/counted.ts'
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { fidelityPlanId } from '../../work/plan-graph.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import type { Audit, Drift } from './audit.ts'
import type { FidelityReport } from './documents.ts'
import type { FidelityInput } from './input.ts'
import { type FidelityState, needsPerson, type Result } from './state.ts'

export const titleOf = ({ specPath }: Pick<FidelityInput, 'specPath'>): string => `Audit of ${specPath}`

export const fidelityCommand = ({ specPath }: Pick<FidelityInput, 'specPath'>): string =>
  `harness fidelity ${specPath}`

export const acceptCommand = (input: Pick<FidelityInput, 'specPath'>): string =>
  `${fidelityCommand(input)} --accept -m "why"`

const reviewFile = ({ planDir }: Pick<FidelityInput, 'planDir'>): string =>
  `${planDir}/${fidelityPlanId}-fidelity-review.md`

export const reportPath = ({ reportDir }: Pick<FidelityInput, 'reportDir'>, name: string): string =>
  `${reportDir}/${name}.md`

export function over({ input, problems }: FidelityState, result: Result): RunEnd {
  switch (result.how) {
    case 'audited':
      return audited(input, result)
    case 'accepted':
      return {
        outcome: 'done',
        exitCode: exitCode.done,
        reason: [
          `The report ${input.accepts?.report ?? ''} counts as read for this version of ${input.specPath}.`,
          ...activeAgain(result.plans),
        ].join(' '),
        next: 'If the daemon is paused: harness daemon resume',
        resumable: false,
        report: `# ${titleOf(input)}\n\nAccepted by ${input.accepts?.by ?? ''}: ${input.accepts?.reason ?? ''}`,
      }
    case 'no-spec':
      return halted(
        input,
        exitCode.usage,
        `${input.specPath} is not on ${input.baseBranch}.`,
        `Commit it to ${input.baseBranch}, then: ${fidelityCommand(input)}`,
      )
    default:
      return halted(
        input,
        exitCode.contractBroken,
        listed('No answer of the auditor keeps to the rules, so there is no score:', problems),
        `See its answers: harness show fidelity; then again: ${fidelityCommand(input)}`,
      )
  }
}

const halted = (input: FidelityInput, code: RunEnd['exitCode'], reason: string, next: string): RunEnd => ({
  outcome: 'halted',
  exitCode: code,
  reason,
  next,
  resumable: false,
  report: [`# ${titleOf(input)}`, reason].join('\n\n'),
})

const listed = (words: string, lines: readonly string[]): string =>
  [words, ...lines.map((line) => `  ${line}`)].join('\n')

const activeAgain = (plans: readonly string[]): readonly string[] =>
  plans.length === 0 ? [] : [`Active again: ${plans.join(', ')}.`]

function audited(
  input: FidelityInput,
  { report, name, plans, left }: Extract<Result, { readonly how: 'audited' }>,
): RunEnd {
  const path = reportPath(input, name)
  const isAbove = needsPerson(report)
  const words = `Drift score ${report.score}, ${isAbove ? 'above' : 'not above'} ${report.bar}`
  return {
    outcome: isAbove ? 'halted' : 'done',
    exitCode: isAbove ? exitCode.halted : exitCode.done,
    reason: isAbove
      ? listed(`${words}: a person must look.`, [
          ...shortfalls(report.audit),
          ...(plans.length === 0 ? [] : [`blocked by ${reviewFile(input)}: ${plans.join(', ')}`]),
          ...left,
        ])
      : [`${words}: ${countsOf(report)}.`, ...activeAgain(plans), ...left].join(' '),
    next: isAbove
      ? `Read ${path}. Accept it: ${acceptCommand(input)}; or correct the product and audit it again: ${fidelityCommand(input)}`
      : `Read the report if you like: ${path}`,
    resumable: false,
    report: [
      `# ${titleOf(input)}`,
      `${words}: ${countsOf(report)}.`,
      ...section('Shortfalls', bulleted(shortfalls(report.audit))),
      ...section('Plans', bulleted([...plans, ...left])),
    ].join('\n\n'),
  }
}

export const countsOf = ({ met, partial, unmet, drift }: FidelityReport): string =>
  [`${met} met`, `${partial} partial`, `${unmet} unmet`, `${counted(drift, 'piece')} beside the spec`].join(
    ', ',
  )

/** What a person has to decide about. */
export const shortfalls = ({ requirements, drift }: Audit): readonly string[] => [
  ...requirements
    .filter(({ status }) => status !== 'met')
    .map(({ status, requirement, notes }) => `${status}: ${requirement} (${notes})`),
  ...drift.map(describeDrift),
]

export const describeDrift = ({ planId, title, rationale }: Drift): string =>
  `drift: ${title}${planId === null ? '' : ` of plan ${planId}`} (${rationale})`

/** Null once the verdict is there: what is left then is done by resuming. */
export const givenUp = ({ at, input, problems }: FidelityState, by: string, reason: string): RunEnd | null =>
  at.phase === 'open' || at.phase === 'look' || at.phase === 'audit' || at.phase === 'verify'
    ? givenUpEnd({
        by,
        reason,
        next: `Nothing was written. Start again: ${fidelityCommand(input)}`,
        report: (why) =>
          [
            `# ${titleOf(input)}`,
            why,
            ...section('What was wrong with the last answer', bulleted(problems)),
          ].join('\n\n'),
      })
    : null
