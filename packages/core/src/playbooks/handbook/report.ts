/** Owns the texts a handbook ends with: the halt report and the ship report; the calibration has a file of its own. */

import { counted } from '../../kernel/counted.ts'
import { describeFinding, type Finding } from '../../kernel/finding.ts'
import { bulleted, describeProof, section } from '../../work/report-sections.ts'
import { byHandIn } from './by-hand.ts'
import { calibrationReport } from './calibration-report.ts'
import { handbookOf } from './choosing.ts'
import { type HaltTold, standstill } from './halts.ts'
import type { Violation } from './known-so-far.ts'
import { noIssuesIn, proseAnswers } from './prose-answers.ts'
import { type JudgedIssue, judgedIssues, regressionsIn } from './punch-list.ts'
import type { HandbookState } from './state.ts'

export function handbookReport(state: HandbookState, outcome: string): string {
  if (state.ending?.isOld === true) return outcome
  const reports = endReports(state).map(({ text }) => text)
  return reports.length === 0
    ? [`# The handbook stands still`, outcome, ...closing(state)].join('\n\n')
    : reports.join('\n\n')
}

/** The files that an end or a stop leaves in the repository's root; none while the run goes on. */
export function endReports(
  state: HandbookState,
): readonly { readonly file: string; readonly text: string }[] {
  const halt = state.ending ?? standstill(state)
  if (halt === null || state.ending?.isOld === true) return []
  return [
    ...(halt.reason === 'all_done' ? [] : [{ file: '.impeccable-halt.md', text: haltReport(state, halt) }]),
    ...(halt.isShipped === true
      ? [
          { file: '.impeccable-shipreport.md', text: shipReport(state, halt) },
          { file: '.impeccable-calibration.md', text: calibrationReport(state) },
        ]
      : []),
  ]
}

/** `.impeccable-halt.md`. */
function haltReport(state: HandbookState, ending: HaltTold): string {
  return [
    '# The handbook halted',
    bulleted([
      `Reason: ${ending.reason}`,
      ...(ending.promptId === null ? [] : [`Prompt: ${ending.promptId}`]),
      `Failure mode: ${ending.failureMode}`,
      `Sidecar: ${state.input.sidecarPath}`,
    ]),
    ...ending.sections.flatMap(({ title, text }) => section(title, text)),
    ...section('Suggested human action', ending.suggestion),
    ...closing(state),
  ].join('\n\n')
}

const closing = (state: HandbookState): readonly string[] => [
  ...section('By hand', bulleted(byHandIn(handbookOf(state), state))),
  ...proseAnswers(state),
  ...section(
    'Violations',
    bulleted([
      ...state.records.flatMap(({ promptId, violation }) =>
        violation === null ? [] : [describeViolation(promptId, violation)],
      ),
      ...state.violations.map((violation) => describeViolation(violation.by, violation)),
    ]),
  ),
  ...section('Notes', bulleted(state.notes)),
]

const describeViolation = (by: string, { files, patch }: Violation): string =>
  `${by} changed ${files.join(', ')}; it was set aside in ${patch}`

/** `.impeccable-shipreport.md`. */
function shipReport(state: HandbookState, { reason, failureMode }: HaltTold): string {
  const regressions = regressionsIn(state)
  return [
    '# Ship readiness',
    ...(reason === 'all_done' ? [] : [`Not ready: ${failureMode}`]),
    `${counted(doneIn(state), 'prompt')} done in ${counted(state.iteration.iteration, 'iteration')}.`,
    ...section('Issues of Phase 1', judgedIssues(state).map(describeIssue).join('\n') || noIssuesIn(state)),
    ...section('Regressions', regressionText(state, regressions)),
    ...section('The final critique, which no findings could be read from', state.final?.prose ?? ''),
    ...section(
      'Phase 5 candidates',
      bulleted(regressions.map(({ title, file }) => `${title}${file === null ? '' : ` (${file})`}`)),
    ),
    ...section('Evidence', bulleted(proofsOf(state))),
    ...closing(state),
  ].join('\n\n')
}

const doneIn = ({ documents }: HandbookState): number =>
  documents?.handbook.prompts.filter(({ box }) => box === 'done').length ?? 0

const proofsOf = ({ records, closes }: HandbookState): readonly string[] =>
  [
    ...records.map(({ promptId, evidence }) => ({ of: promptId, evidence })),
    ...closes.map(({ phase, evidence }) => ({ of: `Phase ${phase} close`, evidence })),
  ].flatMap(({ of, evidence }) => evidence.map((item) => `${of} ${describeProof(item)}`))

const describeIssue = ({ issue, fate, because }: JudgedIssue): string =>
  `${describeFinding(issue)}\n  *${fate}*: ${because}`

const regressionText = ({ final }: HandbookState, found: readonly Finding[]): string => {
  if (final?.findings == null) return 'Unknown: no findings could be read from the final critique.'
  return found.map(describeFinding).join('\n') || 'None.'
}
