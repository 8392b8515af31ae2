/** Owns which issues become features of their own, and what those look like: each issue once, and only grave ones. */

import { oneLine } from '../../../kernel/one-line.ts'
import { contractOf, featureNamed, featuresOf } from '../documents/features.ts'
import {
  type ContractEntry,
  type DocumentEdit,
  type Feature,
  type Issue,
  isRefusal,
} from '../state/mission-document.ts'
import type { MissionState } from '../state/state.ts'

export interface ConvertibleIssue {
  readonly issue: Issue
  /** The feature that it is about; null if it is about the product. */
  readonly feature: string | null
}

const isGrave = ({ severity }: Issue): boolean => severity !== 'minor'

/** What is wrong with features that no process works on any more, and with the product as a whole. */
export function unconverted(state: MissionState): readonly ConvertibleIssue[] {
  const features = featuresOf(state)
  // Also those whose fix a person removed.
  const converted = new Set([...features, ...state.removed].map(({ sourceIssueId }) => sourceIssueId))
  const ofFeatures = features
    .filter(({ status, issues }) => status === 'passed' && issues.length > 0)
    .flatMap(({ id, issues }) => issues.map((issue) => ({ issue, feature: id })))
  return [...ofFeatures, ...state.openIssues.map((issue) => ({ issue, feature: null }))].filter(
    ({ issue }) => isGrave(issue) && !converted.has(issue.id),
  )
}

/** A fix after the last of them would hardly bring what those before did not: a person is asked first. */
export const mostSmokeFailures = 3

/** Of these, what is fixed without asking anybody. */
export const convertible = (state: MissionState): readonly ConvertibleIssue[] =>
  unconverted(state).filter(
    ({ issue, feature }) =>
      feature !== null || isRefusal(issue.id) || state.smokeFailures < mostSmokeFailures,
  )

/** The number given last: also a fix that was removed has one, for its claim stays in the contract. */
const lastNumber = (state: MissionState): number =>
  [...contractOf(state), ...featuresOf(state), ...state.removed].reduce(
    (most, { id }) => Math.max(most, Number(/^(?:VAL|F)-FIX-(\d+)$/.exec(id)?.[1] ?? 0)),
    0,
  )

/** A fix has a claim of its own: that what was wrong no longer is. */
export function converting(state: MissionState): readonly DocumentEdit[] {
  const last = lastNumber(state)
  return convertible(state).flatMap(({ issue, feature }, index): readonly DocumentEdit[] => {
    const nth = String(last + index + 1).padStart(3, '0')
    const claim = `VAL-FIX-${nth}`
    // Rulings and people's words about the feature go to the worker who fixes it.
    const notes = feature === null ? '' : (featureNamed(state, feature)?.notes ?? '')
    return [
      { type: 'add-claim', entry: claimFor(claim, issue) },
      { type: 'add-feature', feature: fixFor(`F-FIX-${nth}`, claim, issue, feature, notes) },
    ]
  })
}

/** A sentence that can be verified, how, and what was seen before the fix. */
function claimFor(id: string, issue: Issue): ContractEntry {
  const seen = oneLine(issue.detail) === '' ? issue.title : oneLine(issue.detail)
  const { assertion, verify } = expectedBy(issue, seen)
  return {
    id,
    assertion,
    verify,
    evidence: `Before the fix: ${seen} (${issue.id})`,
    status: 'TODO',
    rulings: [],
  }
}

/** Of a person's objection only their own words say what is wanted. */
function expectedBy({ id, title, expected, verify }: Issue, seen: string) {
  if (isRefusal(id))
    return {
      assertion: `What a person refused is put right: ${seen}`,
      verify: 'Hold the product against these words, and quote what you see.',
    }
  return {
    assertion: expected === undefined ? `This no longer happens: ${title}` : oneLine(expected),
    verify:
      verify === undefined ? `Do what showed it, and see that it does not happen: ${seen}` : oneLine(verify),
  }
}

const fixFor = (id: string, claim: string, issue: Issue, fixes: string | null, notes: string): Feature => ({
  id,
  title: `Fix: ${issue.title}`.slice(0, 200),
  summary: issue.title.slice(0, 140),
  description: issue.detail,
  claims: [claim],
  dependsOn: [],
  status: 'todo',
  attempts: 0,
  issues: [],
  notes,
  fixes,
  sourceIssueId: issue.id,
})
