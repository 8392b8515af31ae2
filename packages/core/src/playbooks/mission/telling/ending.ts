/** Owns how a mission that is over ends: what that means, and what is left for people to do. */

import { counted } from '../../../kernel/counted.ts'
import { exitCode } from '../../../kernel/exit-code.ts'
import { type Decision, end } from '../../../kernel/playbook.ts'
import { byHandText } from '../../../work/by-hand.ts'
import { bulleted, section } from '../../../work/report-sections.ts'
import { describeSpent } from '../decisions/caps.ts'
import { droppedOf, namesDropped } from '../documents/dropped.ts'
import { contractOf, featuresOf } from '../documents/features.ts'
import { nextWhenDone } from '../documents/passed.ts'
import type { Command } from '../state/effects.ts'
import type { MissionState, Phase } from '../state/state.ts'

export function over(
  state: MissionState,
  { end: how, why }: Extract<Phase, { phase: 'over' }>,
): Decision<Command> {
  // A mission that is done says it in its last line already.
  const reason = how === 'done' ? why : `${why}${byHandText(state.byHand)}`
  const report = missionReport(state, reason)
  const final = { reason, resumable: false, report } as const
  switch (how) {
    case 'done':
      return end({ ...final, outcome: 'done', exitCode: exitCode.done, next: nextWhenDone(state) })
    case 'rejected':
      return end({
        ...final,
        outcome: 'halted',
        exitCode: exitCode.planRejected,
        next: 'Read .harness/escalation.md. harness mission has the planner fix the plan for the reviewer’s reasons; to have your own plan reviewed, delete .harness/plan-review.md first.',
      })
    case 'refused':
      return end({
        ...final,
        outcome: 'blocked',
        exitCode: exitCode.halted,
        next: 'Read .harness/escalation.md, fix what it names, then: harness mission',
      })
  }
}

export const missionReport = (state: MissionState, outcome: string): string =>
  [
    '# The mission',
    outcome,
    ...section(
      'Features',
      featuresOf(state)
        .map(({ id, title, status, attempts }) => `- ${id} ${title}: ${status}, attempts ${attempts}`)
        .join('\n'),
    ),
    ...section('By hand', bulleted(state.byHand)),
    ...section('Dropped', bulleted(droppedOf(state).map((one) => namesDropped([one])))),
    ...section(
      'Claims',
      contractOf(state)
        .map(({ id, assertion, status, evidence }) =>
          [`- ${id} ${status}: ${assertion}`, ...(evidence === '' ? [] : [indented(evidence)])].join('\n'),
        )
        .join('\n'),
    ),
    ...section(
      'Cost',
      `${describeSpent(state)} in ${counted(state.spent.calls, 'call')} and ${counted(state.iteration, 'iteration')}.`,
    ),
    ...section('Notes', bulleted(state.notes)),
  ].join('\n\n')

const indented = (text: string): string => `  ${text.trim().replaceAll('\n', '\n  ')}`
