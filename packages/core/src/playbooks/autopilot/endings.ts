/** Owns how an autopilot ends or stops, and what it says of all it did. */
import { counted } from '../../kernel/counted.ts'
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { pausedEnd } from '../../kernel/paused-end.ts'
import { bulleted, describeEvidence, section } from '../../work/report-sections.ts'
import { describeFinding, findingsOfPhases, tookText, whereOf } from './moves.ts'
import { promotedOf } from './notes.ts'
import type { AutopilotState, Result } from './state.ts'
import { stateNameOf } from './state-name.ts'

const again = ({ input }: AutopilotState): string => `harness autopilot ${input.specPath}`

export const stoppedEnd = (state: AutopilotState): RunEnd =>
  pausedEnd({
    exitCode: exitCode.waitingAtGate,
    reason: `Stopped at ${stateNameOf(state)}, ${whereOf(state)}. The session is saved.`,
    next: again(state),
  })

function totalsOf({ history, phases, updatedAt, input }: AutopilotState): string {
  const skipped = phases.filter(({ status }) => status === 'skipped').length
  const tasks = history.reduce((sum, { tasksCompleted }) => sum + tasksCompleted, 0)
  const retries = history.reduce((sum, { retriesUsed }) => sum + retriesUsed, 0)
  return [
    `${counted(history.length, 'phase')}${skipped === 0 ? '' : ` (${skipped} skipped)`}`,
    counted(tasks, 'task'),
    counted(retries, 'retry', 'retries'),
    tookText(updatedAt - input.createdAt),
  ].join(', ')
}

/** Totals, and what a person passed over. */
export function summaryOf(state: AutopilotState): string {
  const { finalReview, outcome } = state
  return [
    totalsOf(state),
    `Final review: ${finalReview.status}, ${counted(finalReview.findings.length, 'finding')}`,
    ...(outcome === null ? [] : [`Outcome: ${outcome.verdict} (confidence ${outcome.confidence})`]),
    ...passedOver(state),
  ].join('\n')
}

const overrides = ['overrode_findings', 'overrode_outcome', 'skipped_verification', 'fixed_manually']

const passedOver = ({ decisions }: AutopilotState): readonly string[] =>
  decisions
    .filter(({ what }) => overrides.includes(what))
    .map(({ state, what, why }) => `Passed over: ${state} ${what}: ${why}`)

export function overEnd(state: AutopilotState, result: Result): RunEnd {
  const isNothing = result.how === 'nothing' || result.how === 'abandoned'
  const isProven = result.how !== 'left' || state.proven === state.lane?.tree
  const isDone = !isNothing && isProven
  const told = [
    `${totalsOf(state)}. Final review: ${state.finalReview.status}.`,
    ...(isProven ? [] : ['The checks have not passed on this branch.']),
    ...passedOver(state),
  ]
  return {
    outcome: isDone ? 'done' : 'halted',
    exitCode: isDone ? exitCode.done : exitCode.halted,
    reason: isNothing ? 'No phase was completed.' : told.join('\n'),
    next: [nextOf(state, result), ...pruneHint(state)].join('\n'),
    resumable: false,
    report: reportOf(state),
  }
}

const nextOf = (state: AutopilotState, result: Result): string => {
  const { lane, input } = state
  switch (result.how) {
    case 'merged':
      return `Merged into ${input.baseBranch}.`
    case 'pull':
      return `Pull request: ${result.url}`
    case 'left':
      return `Look at it: git log ${input.baseBranch}..${lane?.branch}. Merge it: git merge ${lane?.branch}`
    default:
      return again(state)
  }
}

/** Above this the person is told to prune. */
const mostLearnings = 30

function pruneHint({ learned, learnings }: AutopilotState): readonly string[] {
  const before = learned.match(/^- \[skill:/gm)?.length ?? 0
  const count = before + promotedOf(learnings).flatMap((phase) => phase.learnings).length
  return count > mostLearnings ? [`${count} learnings: harness learnings prune`] : []
}

const reportOf = (state: AutopilotState): string =>
  [
    `# ${state.input.specPath}`,
    summaryOf(state),
    ...section('Decisions', bulleted(state.decisions.map((one) => `${one.state}: ${one.what} (${one.why})`))),
    ...section(
      'Findings',
      bulleted([
        ...findingsOfPhases(state),
        ...state.finalReview.findings.map((one) => `Final review: ${describeFinding(one)}`),
      ]),
    ),
    ...section('Evidence', describeEvidence(state.work.evidence)),
  ].join('\n\n')

/** Null once the branch is merged or left: what is left to do then is done by going on. */
export const givenUp = (state: AutopilotState, by: string, reason: string): RunEnd | null =>
  ['finish', 'close', 'over'].includes(state.at.phase)
    ? null
    : givenUpEnd({
        by,
        reason,
        next: `The branch ${state.input.branch} stays. Start again: ${again(state)}`,
        report: (why) => [`# ${state.input.specPath}`, why, summaryOf(state)].join('\n\n'),
      })
