/** Owns what a person is shown where a question is about no single feature: what the run tried as a whole, and what it saw. */

import { counted } from '../../kernel/counted.ts'
import { describeSpent } from './caps.ts'
import { featuresOf } from './features.ts'
import { subjectOf } from './flight.ts'
import type { Feature, Issue } from './mission-document.ts'
import { namesUnmerged } from './passed.ts'
import type { Escalating, MissionState } from './state.ts'

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

export const seenSoFar = (state: MissionState, { changes = [] }: Escalating): readonly string[] => [
  ...changes.flatMap(({ what, detail }) => (detail.length === 0 ? [what] : detail)),
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
