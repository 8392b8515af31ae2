/** Owns how an autopilot ends or stops, and what it says of all it did. */
import { counted } from '../../kernel/counted.ts'
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { pausedEnd } from '../../kernel/paused-end.ts'
import { bulleted, describeEvidence, section } from '../../work/report-sections.ts'
import { describeFinding, tookText, whereOf } from './moves.ts'
import { learningsIn, mostLearnings, promotedBlock } from './promoted.ts'
import type { AutopilotState, Result } from './state.ts'
import { stateNameOf } from './state-name.ts'

export const stoppedEnd = (state: AutopilotState): RunEnd => {
  return pausedEnd({
    exitCode: exitCode.waitingAtGate,
    reason: `Stopped at ${stateNameOf(state)}, ${whereOf(state)}. The session is saved.`,
    next: `harness autopilot ${state.input.specPath}`,
  })
}

/** Totals, and what a person passed over. */
export function summaryOf(state: AutopilotState): string {
  const { history, phases, finalReview, updatedAt, input, outcome } = state
  const sum = (of: (entry: (typeof history)[number]) => number): number =>
    history.reduce((total, entry) => total + of(entry), 0)
  const skipped = phases.filter(({ status }) => status === 'skipped').length
  return [
    `${counted(history.length, 'phase')}${skipped === 0 ? '' : ` (${skipped} skipped)`}, ${counted(
      sum(({ tasksCompleted }) => tasksCompleted),
      'task',
    )}, ${counted(
      sum(({ retriesUsed }) => retriesUsed),
      'retry',
      'retries',
    )}, ${tookText(updatedAt - input.createdAt)}`,
    `Final review: ${finalReview.status}, ${counted(finalReview.findings.length, 'finding')}`,
    ...(outcome === null ? [] : [`Outcome: ${outcome.verdict} (confidence ${outcome.confidence})`]),
    ...overridden(state).map((line) => `Passed over: ${line}`),
  ].join('\n')
}

const overrides: ReadonlySet<string> = new Set([
  'overrode_findings',
  'overrode_outcome',
  'skipped_verification',
  'fixed_manually',
])

const overridden = ({ decisions }: AutopilotState): readonly string[] =>
  decisions
    .filter(({ what }) => overrides.has(what))
    .map(({ state, what, why }) => `${state} ${what}: ${why}`)

export function overEnd(state: AutopilotState, result: Result): RunEnd {
  const isNothing = result.how === 'nothing' || result.how === 'abandoned'
  const isProven = result.how !== 'left' || state.proven === state.lane?.tree
  const isDone = !isNothing && isProven
  const [totals = ''] = summaryOf(state).split('\n')
  const told = [
    `${totals}. Final review: ${state.finalReview.status}.`,
    ...(isProven ? [] : ['The checks have not passed on this branch.']),
    ...overridden(state).map((line) => `Passed over: ${line}`),
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

const nextOf = ({ lane, input }: AutopilotState, result: Result): string => {
  switch (result.how) {
    case 'merged':
      return `Merged into ${input.baseBranch}.`
    case 'pull':
      return `Pull request: ${result.url}`
    case 'left':
      return `Look at it: git log ${input.baseBranch}..${lane?.branch}. Merge it: git merge ${lane?.branch}`
    default:
      return `harness autopilot ${input.specPath}`
  }
}

const pruneHint = (state: AutopilotState): readonly string[] => {
  const count = learningsIn(state.learned) + learningsIn(promotedBlock(state) ?? '')
  return count > mostLearnings ? [`${count} learnings: harness learnings prune`] : []
}

function reportOf(state: AutopilotState): string {
  const findings = [
    ...state.phases.flatMap(({ number }) =>
      (state.reviews[number] ?? []).map((one) => `Phase ${number}: ${describeFinding(one)}`),
    ),
    ...state.finalReview.findings.map((one) => `Final review: ${describeFinding(one)}`),
  ]
  return [
    `# ${state.input.specPath}`,
    summaryOf(state),
    ...section(
      'Decisions',
      bulleted(state.decisions.map(({ state: at, what, why }) => `${at}: ${what} (${why})`)),
    ),
    ...section('Findings', bulleted(findings)),
    ...section('Evidence', describeEvidence(state.work.evidence)),
  ].join('\n\n')
}

/** Null once the branch is merged or left: what is left to do then is done by going on. */
export const givenUp = (state: AutopilotState, by: string, reason: string): RunEnd | null =>
  ['finish', 'close', 'over'].includes(state.at.phase)
    ? null
    : givenUpEnd({
        by,
        reason,
        next: `The branch ${state.input.branch} stays. Start again: harness autopilot ${state.input.specPath}`,
        report: (why) => [`# ${state.input.specPath}`, why, summaryOf(state)].join('\n\n'),
      })
