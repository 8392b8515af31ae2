/** Owns how the decisions, the history and the final review of a session are read. */
import {
  type FinalReview,
  type FindingSeverity,
  type PhaseRecord,
  type RecordedDecision,
  type ReviewFinding,
  type Signals,
  type StateName,
  stateNames,
} from '@harness/core/playbooks/autopilot/documents'
import {
  countIn,
  decisionIn,
  listIn,
  textIn,
  textOf,
  textsIn,
  truthIn,
  wordIn,
} from '../../answers/autopilot/loose-values.ts'
import { findingIn, severityOf } from '../../answers/autopilot/read-finding.ts'
import { isObject } from '../../text/is-object.ts'
import { printMoment, readMoment } from '../../text/moment.ts'
import { shown } from '../../text/shown.ts'
import type { ReadReport } from './read-report.ts'

/** Null if no state is called so. Some tools write `COMPLETE` for a session that is over. */
export function stateIn(value: unknown): StateName | null {
  const word = wordIn(value).toUpperCase()
  if (/^(?:COMPLETED?|FINISHED)$/.test(word)) return 'DONE'
  return stateNames.find((one) => one === word) ?? null
}

const decisionFields = ['state', 'what', 'why', 'signals']

/** A decision that names no state counts as one of INIT, in which a session of another tool is resumed. */
export function recordedDecisionsIn(value: unknown, report: ReadReport): readonly RecordedDecision[] {
  return listIn(value).flatMap((one, index): readonly RecordedDecision[] => {
    const made = decisionIn(one)
    if (made === null) {
      report.ignores(`decisions[${index}], which says nothing`)
      return []
    }
    const fields = isObject(one) ? one : {}
    const state = stateIn(fields.state)
    if (state === null) report.reads('decisions without a state as decisions of INIT')
    report.ignoresOthers(fields, decisionFields, 'decisions[].')
    const signals = signalsIn(fields.signals)
    if (signals === undefined && (fields.signals ?? null) !== null) report.ignores('decisions[].signals')
    return [{ state: state ?? 'INIT', ...made, ...(signals === undefined ? {} : { signals }) }]
  })
}

const defaultThreshold = 15

function signalsIn(value: unknown): Signals | undefined {
  if (!isObject(value)) return undefined
  const override = wordIn(value.complexityOverride)
  return {
    reviewPlans: truthIn(value.reviewPlans) ?? false,
    highComplexity: truthIn(value.highComplexity) ?? false,
    complexityOverride: override === 'low' || override === 'medium' || override === 'high' ? override : null,
    plannerConcerns: textsIn(value.plannerConcerns),
    taskCount: countIn(value.taskCount) ?? 0,
    taskThreshold: countIn(value.taskThreshold) ?? defaultThreshold,
  }
}

const recordFields = [
  'phase',
  'name',
  'startedAt',
  'completedAt',
  'tasksCompleted',
  'retriesUsed',
  'verificationPassed',
  'reviewFindings',
]

export function historyIn(value: unknown, report: ReadReport): readonly PhaseRecord[] {
  return listIn(value).flatMap((one, index): readonly PhaseRecord[] => {
    if (!isObject(one)) {
      report.ignores(`history[${index}], which is ${shown(one)}`)
      return []
    }
    report.ignoresOthers(one, recordFields, 'history[].')
    return [
      {
        phase: countIn(one.phase) ?? index,
        name: textIn(one.name) ?? '',
        startedAt: momentIn(one.startedAt),
        completedAt: momentIn(one.completedAt),
        tasksCompleted: amountIn(one.tasksCompleted),
        retriesUsed: amountIn(one.retriesUsed),
        verificationPassed: truthIn(one.verificationPassed) ?? false,
        reviewFindings: countsIn(one.reviewFindings, report),
      },
    ]
  })
}

/** With its fields in their order. */
export const printedRecord = ({ reviewFindings, ...record }: PhaseRecord): PhaseRecord => ({
  phase: record.phase,
  name: record.name,
  startedAt: record.startedAt,
  completedAt: record.completedAt,
  tasksCompleted: record.tasksCompleted,
  retriesUsed: record.retriesUsed,
  verificationPassed: record.verificationPassed,
  reviewFindings: {
    critical: reviewFindings.critical,
    important: reviewFindings.important,
    suggestion: reviewFindings.suggestion,
  },
})

const momentIn = (value: unknown): string => {
  const moment = typeof value === 'number' ? readMoment(value) : null
  return moment === null ? (typeof value === 'string' ? value : '') : printMoment(moment)
}

/** A number, or a list of what is counted. */
const amountIn = (value: unknown): number => (Array.isArray(value) ? value.length : (countIn(value) ?? 0))

/** Sums that are no findings of their own. */
const sums = /^(?:total|count|fixed|resolved|deferred)$/

/** A plain number counts as important: an unknown severity is never less than blocking. */
function countsIn(value: unknown, report: ReadReport): PhaseRecord['reviewFindings'] {
  const counts: Record<FindingSeverity, number> = { critical: 0, important: 0, suggestion: 0 }
  const total = countIn(value)
  if (total !== null && total > 0) report.reads('a number in history[].reviewFindings as important findings')
  counts.important += total ?? 0
  if (Array.isArray(value)) for (const { severity } of findingsOf(value, report)) counts[severity]++
  if (!isObject(value)) return counts
  for (const [word, each] of Object.entries(value)) {
    const severity = severityOf(word)
    const count = Array.isArray(each) ? each.length : countIn(each)
    if (count === null || (severity === null && sums.test(word)))
      report.ignores(`history[].reviewFindings.${word}`)
    else counts[severity ?? 'important'] += count
    if (count !== null && count > 0 && severity !== word && !sums.test(word))
      report.reads(`history[].reviewFindings.${word} as ${severity ?? 'important'}`)
  }
  return counts
}

const findingFields = ['severity', 'title', 'detail', 'file', 'line']

/** An entry that is no finding is ignored. */
function findingsOf(value: unknown, report: ReadReport): readonly ReviewFinding[] {
  return listIn(value).flatMap((one) => {
    const read = findingIn(one)
    if (read === null) {
      report.ignores(`a finding that is ${shown(one)}`)
      return []
    }
    if (read.note !== null) report.reads(read.note)
    if (isObject(one)) report.ignoresOthers(one, findingFields, 'findings[].')
    return [read.finding]
  })
}

export const noFinalReview: FinalReview = { status: 'pending', findings: [], retryCount: 0 }

const finalStatuses: ReadonlyMap<string, FinalReview['status']> = new Map([
  ['pending', 'pending'],
  ['in_progress', 'in_progress'],
  ...['passed', 'pass', 'complete', 'completed', 'done', 'approved'].map((word) => [word, 'passed'] as const),
  ['overridden', 'overridden'],
  ...['failed', 'fail', 'blocked'].map((word) => [word, 'failed'] as const),
])

export function finalReviewIn(value: unknown, report: ReadReport): FinalReview {
  const fields = typeof value === 'string' ? { status: value } : value
  if (!isObject(fields)) return noFinalReview
  report.ignoresOthers(fields, ['status', 'findings', 'retryCount'], 'finalReview.')
  const said = textOf(fields, ['status'])
  const status = finalStatuses.get(wordIn(said)) ?? 'pending'
  if (said !== status) report.reads(`finalReview.status ${shown(said ?? undefined)} as ${status}`)
  return {
    status,
    findings: Array.isArray(fields.findings) ? findingsOf(fields.findings, report) : [],
    retryCount: countIn(fields.retryCount) ?? 0,
  }
}
