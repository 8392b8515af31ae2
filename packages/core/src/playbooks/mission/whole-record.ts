/**
 * Owns what a person is shown if a question is about no single feature: what the run tried as a whole, and what it saw.
 * Also owns the answer that nothing could be read from.
 */

import { counted } from '../../kernel/counted.ts'
import { describeSpent } from './caps.ts'
import { featuresOf } from './features.ts'
import { subjectOf } from './flight.ts'
import type { Feature, Issue } from './mission-document.ts'
import { namesUnmerged } from './passed.ts'
import { flightOf, type MissionState } from './state.ts'

export const triedSoFar = (state: MissionState): readonly string[] => [
  ...state.notes.filter((note) => /^Plan \d+ of \d+ does not hold together/.test(note)),
  ...featuresOf(state)
    .filter(({ sourceIssueId }) => state.openIssues.some(({ id }) => id === sourceIssueId))
    .map((fix) => `${standing(fix)}: ${fix.title}`),
  ...state.flights.flatMap(({ task, tried }) => tried.map((one) => `${subjectOf(task)}: ${one}`)),
  `${counted(state.iteration, 'decision')} and ${counted(state.spent.calls, 'agent call')}${byPhase(state)}: ${describeSpent(state)}.`,
]

const standing = ({ id, status, attempts }: Feature): string =>
  `${id} (${status}, ${counted(attempts, 'attempt')})`

const agentPhases = [
  'plan',
  'review',
  'work',
  'validate',
  'ui-qa',
  'crosscheck',
  'debug',
  'architect',
  'document',
  'orchestrate',
  'curate',
]

/** ` (plan 1, work 3, validate 3)`; nothing if no role was called. */
function byPhase({ dispatched }: MissionState): string {
  const calls = agentPhases.flatMap((phase) => {
    const all = Object.entries(dispatched).filter(([key]) => key.startsWith(`${phase}/`))
    const sum = all.reduce((total, [, count]) => total + count, 0)
    return sum === 0 ? [] : [`${phase} ${sum}`]
  })
  return calls.length === 0 ? '' : ` (${calls.join(', ')})`
}

export const seenSoFar = (state: MissionState): readonly string[] => [
  ...(state.smokeFailures === 0 ? [] : ofTheLastTest(state.openIssues).map(issueText)),
  ...(state.unmerged.length === 0
    ? []
    : [`Not in ${state.input.baseBranch} yet: ${namesUnmerged(state.unmerged)}`]),
  ...featuresOf(state)
    .filter(({ status }) => status !== 'passed' && status !== 'todo')
    .map((one) => [standing(one), ...one.issues.map(({ title }) => title)].join('\n')),
]

export const issueText = ({ severity, title, detail }: Issue): string =>
  `[${severity}] ${title}\n${detail}`.trim()

/** Issues are named by the command that found them. */
function ofTheLastTest(issues: readonly Issue[]): readonly Issue[] {
  const commandOf = ({ id }: Issue): string => id.replace(/\.\d+$/, '')
  const tests = issues.filter(({ id }) => id.includes('/smoke/'))
  const last = tests.at(-1)
  return last === undefined ? [] : tests.filter((one) => commandOf(one) === commandOf(last))
}

/** The last void answer about the feature, or about the plan if it is null; for the person who is asked. */
export function lastVoid(state: MissionState, feature: string | null): readonly string[] {
  const { voided = null } = feature === null ? state : (flightOf(state, feature) ?? {})
  return voided?.said === undefined
    ? []
    : [
        `The last answer of the ${voided.role}, which could not be used (${voided.why.join(' ')}):\n${voided.said}`,
      ]
}
