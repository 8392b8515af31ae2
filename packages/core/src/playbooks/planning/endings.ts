/** Owns how planning ends. */
import { counted } from '../../kernel/counted.ts'
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import type { PlanningInput } from './input.ts'
import type { Proposal } from './proposal.ts'
import type { PlanningState, Result } from './state.ts'

export const planCommand = ({ spec }: Pick<PlanningInput, 'spec'>): string => `harness plan ${spec.path}`

export const titleOf = ({ spec }: Pick<PlanningInput, 'spec'>): string => `Plan ${spec.path}`

export function over({ input, problems }: PlanningState, result: Result): RunEnd {
  if (result.how !== 'proposed') return refused(input, problems)
  const { proposals, files } = result
  return {
    outcome: 'done',
    exitCode: exitCode.done,
    ...told(input, proposals),
    resumable: false,
    report: [
      `# ${titleOf(input)}`,
      ...section('Plans', bulleted(proposals.map(describe))),
      ...section('Written', bulleted(files)),
    ].join('\n\n'),
  }
}

function told(input: PlanningInput, proposals: readonly Proposal[]): Pick<RunEnd, 'reason' | 'next'> {
  if (proposals.length === 0)
    return {
      reason: `Every tag of ${input.acceptancePath} has a plan; nothing was written.`,
      next: 'Deliver them: harness run',
    }
  const plans = counted(proposals.length, 'plan')
  const lines = proposals.map(describe)
  return input.preview
    ? {
        reason: listed(`${plans} proposed; nothing was written:`, lines),
        next: `Have them written: ${planCommand(input)}`,
      }
    : {
        reason: listed(`${plans} written to ${input.planDir}:`, lines),
        next: `Read them, change what you want and commit them to ${input.baseBranch}; then: harness run`,
      }
}

const listed = (words: string, lines: readonly string[]): string =>
  [words, ...lines.map((line) => `  ${line}`)].join('\n')

export const describe = ({ id, title, dependsOn, estimatedPasses, acceptanceTags }: Proposal): string =>
  [
    `${id} ${title}`,
    counted(estimatedPasses, 'pass', 'passes'),
    ...(dependsOn.length === 0 ? [] : [`after ${dependsOn.join(', ')}`]),
    ...(acceptanceTags.length === 0 ? [] : [acceptanceTags.join(', ')]),
  ].join('; ')

function refused(input: PlanningInput, problems: readonly string[]): RunEnd {
  const reason = listed('No proposals of the planner keep to the rules; nothing was written:', problems)
  return {
    outcome: 'halted',
    exitCode: exitCode.contractBroken,
    reason,
    next: `Say more in ${input.spec.path} about what is wrong below, then: ${planCommand(input)}`,
    resumable: false,
    report: [`# ${titleOf(input)}`, reason].join('\n\n'),
  }
}

/** Null once it is written or refused: what is left then is done by resuming. */
export const givenUp = ({ at, input, problems }: PlanningState, by: string, reason: string): RunEnd | null =>
  at.phase === 'close' || at.phase === 'over'
    ? null
    : givenUpEnd({
        by,
        reason,
        next: `Nothing was written. Start again: ${planCommand(input)}`,
        report: (why) =>
          [
            `# ${titleOf(input)}`,
            why,
            ...section('What was wrong with the last ones', bulleted(problems)),
          ].join('\n\n'),
      })
