import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { stateNameOf } from '@harness/core/playbooks/autopilot/state-name'
import { waysToGates } from '@harness/core/playbooks/autopilot/test-support/every-gate'
import { given } from '@harness/core/playbooks/autopilot/test-support/given'
import {
  answers,
  finding,
  finds,
  gaveUp,
  says,
  type Told,
} from '@harness/core/playbooks/autopilot/test-support/happenings'
import { sessionDir, specPath } from '@harness/core/playbooks/autopilot/test-support/plain-input'
import { expect, test } from 'vitest'
import { describeProblem, type Parsed } from '../../text/format-problem.ts'
import { readHandoff } from './handoff-file.ts'
import { readReview } from './review-file.ts'
import { readSessionFile } from './session-file.ts'
import { sessionTexts } from './session-projection.ts'
import { sessionFiles } from './session-slug.ts'
import { readProgress } from './task-state.ts'

const files = sessionFiles('changes--scanner--proposal')
const pad = '.harness/sessions/changes--scanner--proposal/scratchpad/phase-1.md'

function contentOf<Value>(read: Parsed<Value>): Value {
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
  return read.value
}

const stateOf = (input: Partial<AutopilotInput>, ...story: readonly Told[]): AutopilotState =>
  given(input, ...story)
    .rest()
    .state()

const textOf = (state: AutopilotState, path: string): string => sessionTexts(state)[path] ?? ''

/** What is read is what was printed, and nothing is guessed. */
function readsBack(state: AutopilotState): void {
  const { session, read, ignored } = contentOf(readSessionFile(textOf(state, files.state), files.state))
  expect(session).toEqual({
    schemaVersion: 5,
    specPath,
    startingCommit: null,
    currentState: stateNameOf(state),
    currentPhase: state.current,
    rigorLevel: state.input.rigor,
    reviewPlans: state.input.reviewPlans,
    phases: state.phases.map(({ number: _number, text: _text, ...phase }) => phase),
    decisions: state.decisions,
    history: state.history,
    finalReview: state.finalReview,
  })
  expect(read.slice(1)).toEqual([])
  expect(ignored.filter((field) => !field.startsWith('startingCommit'))).toEqual([])
  expect(readProgress(textOf(state, files.tasks)).ignored).toEqual([])
  if (state.handoff !== null)
    expect(contentOf(readHandoff(textOf(state, files.handoff), files.handoff))).toMatchObject({
      handoff: state.handoff,
      ignored: [],
      warnings: [],
    })
  for (const { number } of state.phases)
    if (state.reviews[number] !== undefined)
      expect(contentOf(readReview(textOf(state, files.review(number)), 'review'))).toEqual({
        findings: state.reviews[number],
        warnings: [],
      })
}

test.each(waysToGates.map(({ gate, how, input, story }) => [`${gate} ${how}`.trim(), input, story] as const))(
  'AP-03 at the gate %s the files of the session read back as they were printed',
  (_name, input, story) => {
    readsBack(stateOf(input, ...story))
  },
)

test('AP-03 the files follow a session to its end', () => {
  const suggestion = finding('suggestion', 'Shorter')
  const story = [
    finds('review/phase-1', suggestion),
    answers('continue', 'yes'),
    answers('deliver', 'leave'),
  ] as const
  const begun = stateOf({}, finds('review/phase-1', suggestion))
  expect(contentOf(readReview(textOf(begun, files.review(1)), 'review')).findings).toEqual([suggestion])
  expect(sessionTexts(begun)[files.review(2)]).toBeUndefined()
  expect(textOf(begun, files.summary)).toContain(`- **Next step:** harness autopilot ${specPath}`)
  const over = stateOf({}, ...story)
  readsBack(over)
  expect(contentOf(readSessionFile(textOf(over, files.state), files.state)).session).toMatchObject({
    currentState: 'DONE',
    finalReview: { status: 'passed' },
    phases: [{ status: 'complete' }, { status: 'complete' }],
    history: [
      { phase: 0, tasksCompleted: 2 },
      { phase: 1, tasksCompleted: 2 },
    ],
  })
  expect(textOf(over, files.summary)).toContain('- **Next step:** none')
})

test('AP-08 state.json says of each task whether it is done, under way or to come', () => {
  const at = (task: string) => ({ before: (command: { readonly id: string }) => command.id.includes(task) })
  const progressAt = (task: string) => readProgress(textOf(given({}, at(task)).state(), files.tasks)).progress
  expect(progressAt('plan/phase-1')).toEqual({})
  expect(progressAt('execute/phase-1-task-1')).toEqual({ 1: 'in_progress', 2: 'pending' })
  expect(progressAt('execute/phase-1-task-2')).toEqual({ 1: 'complete', 2: 'in_progress' })
  expect(progressAt('verifier/')).toEqual({ 1: 'complete', 2: 'complete' })
})

const researches = says('task-executor', { artifacts: { [pad]: 'Links lead out.\n\n' } })

test('AP-12 the scratchpad of a phase is there until the phase is complete or skipped', () => {
  expect(Object.keys(sessionTexts(stateOf({ reviewPlans: true })))).not.toContain(pad)
  const during = given({}, researches).state()
  expect(sessionTexts(during)[pad]).toBe('Links lead out.\n')
  const after = stateOf({}, researches)
  expect(after.phases[0]?.status).toBe('complete')
  expect(sessionTexts(after)[pad]).toBeNull()
  const inNext = stateOf({}, researches, answers('continue', 'yes'))
  expect(sessionTexts(inNext)[pad]).toBeNull()
  const skipped = stateOf(
    {},
    researches,
    ...gaveUp('execute/phase-1-task-2'),
    answers('attempts-exhausted', 'skip-phase'),
  )
  expect(skipped.phases[0]?.status).toBe('skipped')
  expect(sessionTexts(skipped)[pad]).toBeNull()
})

test('AP-12 a scratchpad of another tool for a phase to come is left alone', () => {
  const paths = Object.keys(sessionTexts(stateOf({})))
  expect(paths).not.toContain(`${sessionDir}scratchpad/phase-2.md`)
  expect(paths).toContain(pad)
})

test('AP-06 a handoff that another tool left stays as it is until a persona leaves one', () => {
  const adoptedHandoff = {
    ...{ timestamp: '', fromSkill: 'planning', phase: '', summary: 'planned', contextKeywords: [] },
    ...{ completed: [], pending: [], concerns: [], decisions: [], blockers: [] },
  }
  const begun = given({ adoptedHandoff })
  expect(Object.keys(sessionTexts(begun.state()))).not.toContain(files.handoff)
  expect(Object.keys(sessionTexts(structuredClone(begun.state())))).not.toContain(files.handoff)
  expect(textOf(begun.rest().state(), files.handoff)).toContain('"fromSkill": "autopilot/task-executor"')
})
