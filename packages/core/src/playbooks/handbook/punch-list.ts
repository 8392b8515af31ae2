/**
 * Owns what became of the issues that Phase 1 found. The last critique says what it sees; whether anything was changed
 * is what the run itself has recorded.
 */

import { type Finding, isReworded, severities, signatureOf } from '../../kernel/finding.ts'
import type { IssueAnswer } from './answers.ts'
import { isWithin } from './budgets.ts'
import type { Handbook } from './handbook-document.ts'
import type { Issue } from './known-so-far.ts'
import type { HandbookState } from './state.ts'

export type Fate = 'changed and no longer seen' | 'not changed' | 'not looked at' | 'still there'

export interface JudgedIssue {
  readonly issue: Issue
  readonly fate: Fate
  /** What the word rests on. */
  readonly because: string
}

/** The issues with the ids that the critic answers by: `1.2-3` is the third one that prompt 1.2 found. */
export const withIds = (
  punchList: readonly Issue[],
): readonly { readonly id: string; readonly issue: Issue }[] =>
  punchList.map((issue, index) => {
    const before = punchList.slice(0, index).filter(({ promptId }) => promptId === issue.promptId)
    return { id: `${issue.promptId ?? 'other'}-${before.length + 1}`, issue }
  })

/** The place that the finding names, else the surface that was looked at. */
export function pathsOf({ file, promptId }: Issue, { prompts }: Handbook): readonly string[] {
  if (file !== null) return [file]
  return prompts.find(({ id }) => id === promptId)?.anchors.paths ?? []
}

export const judgedIssues = (state: HandbookState): readonly JudgedIssue[] =>
  withIds(state.punchList).map(({ id, issue }) => ({ issue, ...fateOf(state, issue, id) }))

function fateOf(state: HandbookState, issue: Issue, id: string): Omit<JudgedIssue, 'issue'> {
  const { findings, issues } = state.final ?? { findings: null, issues: [] }
  const answers = issues.filter((answer) => answer.id === id)
  const seen = answers.find(({ status }) => status === 'still there')
  if (seen !== undefined) return { fate: 'still there', because: said(seen) }
  const named = findings?.find((finding) => isSame(issue, finding))
  if (named !== undefined) return { fate: 'still there', because: namedAgain(issue, named) }
  const gone = answers.find(({ status }) => status === 'no longer seen')
  if (gone === undefined)
    return { fate: 'not looked at', because: answers[0] === undefined ? unanswered : said(answers[0]) }
  const by = changedBy(state, issue)
  if (by.length > 0)
    return { fate: 'changed and no longer seen', because: `Changed by ${by.join(', ')}. ${said(gone)}` }
  return { fate: 'not changed', because: `${unchanged(state, issue)} ${said(gone)}` }
}

const unanswered = 'The final critique does not answer for it.'

const said = ({ status, evidence }: IssueAnswer): string =>
  `The final critique: ${evidence.trim() === '' ? status : evidence.trim()}`

function unchanged({ documents }: HandbookState, issue: Issue): string {
  const paths = documents === null ? [] : pathsOf(issue, documents.handbook)
  return paths.length === 0
    ? 'It names no path, so that no recorded change belongs to it.'
    : `No recorded change touches ${paths.join(', ')} since it was found.`
}

/** The prompts that changed a file at its paths after it was found. */
function changedBy({ documents, records, changes }: HandbookState, issue: Issue): readonly string[] {
  const paths = documents === null ? [] : pathsOf(issue, documents.handbook)
  if (paths.length === 0) return []
  const foundAt = records.find(({ promptId }) => promptId === issue.promptId)?.completedAt ?? 0
  const later = changes.filter(({ at, files }) => at > foundAt && files.some((file) => isWithin(file, paths)))
  return [...new Set(later.map(({ promptId }) => promptId))]
}

const namedAgain = (issue: Issue, { severity }: Finding): string =>
  `The final critique names it again${severity === issue.severity ? '' : `, as ${severity}`}.`

/** Findings of the last critique that Phase 1 did not have, or had as less grave. */
export const regressionsIn = ({ final, punchList }: HandbookState): readonly Finding[] =>
  (final?.findings ?? []).filter(
    (finding) => !punchList.some((issue) => isSame(issue, finding) && !isGraver(finding, issue)),
  )

const isGraver = (one: Finding, other: Finding): boolean =>
  severities.indexOf(one.severity) < severities.indexOf(other.severity)

/** Lines say nothing after everything that was changed since: only the words do. */
const isSame = (one: Finding, other: Finding): boolean =>
  signatureOf(one) === signatureOf(other) || isReworded({ ...one, line: null }, other)
