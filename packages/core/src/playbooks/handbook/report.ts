/** Owns the texts a handbook ends with: the halt report and the ship report; the calibration has a file of its own. */

import { counted } from '../../counted.ts'
import { describeFinding, type Finding, isReworded, signatureOf } from '../../finding.ts'
import type { Handbook } from '../../handbook-document.ts'
import { bulleted, describeProof, section } from '../../report-sections.ts'
import { isWithin } from './budgets.ts'
import { calibrationReport } from './calibration-report.ts'
import { type HaltTold, standstill } from './halts.ts'
import type { Issue, PromptRecord, Violation } from './known-so-far.ts'
import type { HandbookState } from './state.ts'

export function handbookReport(state: HandbookState, outcome: string): string {
  if (state.ending?.isOld === true) return outcome
  if (state.ending?.reason === 'all_done') return [shipReport(state), calibrationReport(state)].join('\n\n')
  const halt = state.ending ?? standstill(state)
  return halt === null
    ? [`# The handbook stands still`, outcome, ...closing(state)].join('\n\n')
    : haltReport(state, halt)
}

/** The files that an end or a stop leaves in the repository's root; none while the run goes on. */
export function endReports(
  state: HandbookState,
): readonly { readonly file: string; readonly text: string }[] {
  const halt = state.ending ?? standstill(state)
  if (halt === null || state.ending?.isOld === true) return []
  return halt.reason === 'all_done'
    ? [
        { file: '.impeccable-shipreport.md', text: shipReport(state) },
        { file: '.impeccable-calibration.md', text: calibrationReport(state) },
      ]
    : [{ file: '.impeccable-halt.md', text: haltReport(state, halt) }]
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
function shipReport(state: HandbookState): string {
  const found = state.finalFindings ?? []
  const regressions = found.filter((finding) => !state.punchList.some((issue) => isSame(issue, finding)))
  return [
    '# Ship readiness',
    `${counted(doneIn(state), 'prompt')} done in ${counted(state.iteration.iteration, 'iteration')}.`,
    ...section(
      'Ticked without a record',
      bulleted(state.documents === null ? [] : unrecordedIn(state.documents.handbook, state.records)),
    ),
    ...section(
      'Issues of Phase 1',
      state.punchList.map((issue) => resolutionOf(state, issue, found)).join('\n') || 'None were found.',
    ),
    ...section('Regressions', regressions.map(describeFinding).join('\n') || 'None.'),
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

/** What somebody else ticked: it is believed, but nobody here has seen it done. */
export const unrecordedIn = ({ prompts }: Handbook, records: HandbookState['records']): readonly string[] =>
  prompts.flatMap(({ id, box }) =>
    box === 'done' && !records.some(({ promptId }) => promptId === id) ? [id] : [],
  )

/** Where it stands says nothing after everything that was changed since: only the words do. */
const isSame = (one: Finding, other: Finding): boolean =>
  signatureOf(one) === signatureOf(other) || isReworded({ ...one, line: null }, other)

function resolutionOf(state: HandbookState, issue: Issue, found: readonly Finding[]): string {
  const said = describeFinding(issue)
  if (found.some((finding) => isSame(issue, finding)))
    return `${said}\n  Still there, says the final critique.`
  const foundAt = state.records.find(({ promptId }) => promptId === issue.promptId)?.completedAt ?? 0
  const by = state.records.filter(
    (record) =>
      record.actualFiles !== null && record.completedAt > foundAt && isOfSurface(state, record, issue),
  )
  return `${said}\n  Resolved${by.length === 0 ? '' : ` by ${by.map(({ promptId }) => promptId).join(', ')}`}: the final critique no longer names it.`
}

/** By the prompt's paths as they are now; of one that is gone the first is known. */
function isOfSurface({ documents }: HandbookState, record: PromptRecord, { file }: Finding): boolean {
  const prompt = documents?.handbook.prompts.find(({ id }) => id === record.promptId)
  const paths = prompt?.anchors.paths ?? (record.anchorPath === null ? [] : [record.anchorPath])
  return file !== null && paths.length > 0 && isWithin(file, paths)
}
