/** Owns the answer contracts of a workflow: one for each form of a first line. No answer breaks them. */
import type { LineAnswer } from '@harness/core/work/first-line'
import type { Contract } from '../contract.ts'
import {
  firstLineOf,
  readChanges,
  readConventions,
  readCriticFindings,
  readCritique,
  readPatch,
  readPlan,
  readProposal,
  readReview,
  readSpec,
  readTestReview,
  readVerdict,
  readVerify,
} from './first-line.ts'
import { quotesAsked, quotingReport } from './report-quotes.ts'

/** `lines` are the forms that the first line may have. */
export const lineContract = <Read>(
  name: string,
  lines: readonly string[],
  read: (line: string) => Read | null,
): Contract<{ readonly kind: 'line'; readonly line: string; readonly parsed: Read | null }> => ({
  name,
  jsonSchema: null,
  form: asked(lines),
  parse(_structured, text) {
    const line = firstLineOf(text)
    return { ok: true, output: { kind: 'line', line, parsed: read(line) } }
  },
})

const asked = (lines: readonly string[]): string =>
  [
    lines.length === 1
      ? 'The first line of your last message has exactly this form:'
      : 'The first line of your last message has exactly one of these forms:',
    lines.join('\n'),
    'Put the real value in place of each {…}. Keep the other words as they are, in English, and the dash “ — ” with a space on each side. Write nothing in front of that line, no heading and no bold. Only this line is read.',
  ].join('\n\n')

const verdict = lineContract(
  'workflow-verdict',
  [
    'PASS — all {N} criteria met',
    'FAIL L2 — {N} items failed: {items}',
    'FAIL L3 — {N} items failed: {items}',
  ],
  readVerdict,
)

export const workflowContracts: readonly Contract<LineAnswer>[] = [
  lineContract(
    'workflow-proposal',
    ['{architect|senior_dev|qa_specialist} proposal written — {path}'],
    readProposal,
  ),
  lineContract('workflow-critique', ['{Persona} critique written — {path}'], readCritique),
  lineContract('workflow-spec', ['spec.md generated — {N} acceptance criteria, {M} edge cases'], readSpec),
  lineContract('workflow-conventions', ['conventions written — {N} areas scanned, {path}'], readConventions),
  lineContract('workflow-plan', ['implementation plan written — {path} ({N} steps)'], readPlan),
  lineContract('workflow-review', ['review written — {path} ({N} issues, {M} suggestions)'], readReview),
  lineContract(
    'workflow-test-review',
    ['review written — {path} ({N} scenarios, {M} recommendations)'],
    readTestReview,
  ),
  lineContract('workflow-changes', ['{N} files changed — {names, with commas between them}'], readChanges),
  lineContract(
    'workflow-verify',
    [
      'PASS — build {✓|SKIPPED}, test {passed}/{total} ✓, lint {E}e/{W}w, scan {N} TODO',
      'FAIL — {step}: {summary}',
    ],
    readVerify,
  ),
  { ...verdict, form: `${verdict.form}\n\n${quotesAsked}`, quoting: quotingReport },
  lineContract(
    'workflow-patch',
    ['auto_fix_patch written — confidence: {High|Medium|Low|Unknown} — {summary or reason}'],
    readPatch,
  ),
  lineContract(
    'workflow-critic-findings',
    ['critic_findings written — Critical={a}, Major={b}, Minor={c}'],
    readCriticFindings,
  ),
]
