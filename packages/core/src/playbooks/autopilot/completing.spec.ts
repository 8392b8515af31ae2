import { describe, expect, it, test } from 'vitest'
import { given } from './test-support/given.ts'
import {
  answers,
  blocked,
  ending,
  finding,
  finds,
  holds,
  says,
  type Told,
} from './test-support/happenings.ts'
import { onePhase, specPath } from './test-support/plain-input.ts'

const one = onePhase()
const goOn = answers('continue', 'yes')
const roadmap = (story: ReturnType<typeof given>) => story.edits().filter((edit) => 'status' in edit)

describe('AP-12 a phase is complete', () => {
  const found = finds('review/phase-1', finding('suggestion', 'A name'), finding('suggestion', 'Another'))
  const phase = given({}, blocked('slow'), found).rest()

  it('its history entry has every field', () =>
    expect(phase.state().history).toEqual([
      {
        phase: 0,
        name: 'Core Scanner',
        startedAt: '2026-03-19T12:00:01.000Z',
        completedAt: '2026-03-19T12:00:02.000Z',
        tasksCompleted: 2,
        retriesUsed: 1,
        verificationPassed: true,
        reviewFindings: { critical: 0, important: 0, suggestion: 2 },
      },
    ]))

  it('it is summed up, and a person is asked whether to continue', () => {
    expect(phase.gate()).toMatchObject({
      name: 'continue',
      question: 'Phase 1: Core Scanner is complete. Next: Phase 2: Rule Engine (medium). Continue?',
      detail: 'Phase 1: Core Scanner complete | 2 tasks | 1 retry | verified | 2 findings | 1 second',
    })
    expect(phase.state().phases.map(({ status }) => status)).toEqual(['complete', 'pending'])
  })

  it('its scratchpad is cleared', () => {
    const story = given({}, says('task-executor', { wrote: 'walk is slow' })).rest()
    expect(story.state().work.scratchpad).toBe('')
  })

  it('the roadmap is told that the spec is under way', () =>
    expect(roadmap(phase)).toEqual([
      { spec: specPath, status: 'in-progress', now: '2026-03-19T12:00:02.000Z' },
    ]))

  it('a roadmap that refuses the edit is told of, and stops nothing', () => {
    const refused: Told = ending(
      'EditDocuments',
      ({ id }, at) => ({
        type: 'DocumentsEdited',
        at,
        commandId: id,
        digests: {},
        written: [],
        refused: [{ edit: 0, reason: 'edited', detail: 'The roadmap names it twice.', problems: [] }],
      }),
      ({ id }) => id.includes('complete/'),
    )
    const story = given({}, refused).rest()
    expect(story.state().said).toContain('The roadmap names it twice.')
    expect(story.gate().name).toBe('continue')
  })

  it('continue: the next phase begins with nothing of the last one', () => {
    const story = given({}, blocked('slow'), goOn).rest()
    expect(story.state().history.map(({ phase: at, retriesUsed }) => [at, retriesUsed])).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect(story.order()).toContain('planner plan/phase-2')
  })

  it('after the last phase no person is asked: the final review comes', () => {
    const order = given(one).rest().order()
    expect(order).not.toContain('AskHuman ask/continue')
    expect(order).toContain('code-reviewer review/final')
  })
})

describe('AP-14 learnings', () => {
  const learnings = (['success', 'failure', 'gotcha', 'decision', 'observation'] as const).map((outcome) => ({
    outcome,
    text: `a ${outcome}`,
  }))
  const learned = says('execute/phase-1-task-1', { answer: { learnings } })
  const leave = answers('deliver', 'leave')

  it('gotchas, decisions and observations stay with the project, under their phase', () => {
    const story = given(one, learned, leave).rest()
    expect(story.files.has('.harness/learnings.md')).toBe(true)
    expect(story.edits().at(-1)).toEqual({
      now: expect.stringMatching(/^2026-03-19T/),
      learnings: [{ title: 'Phase 1: Core Scanner', learnings: learnings.slice(2) }],
    })
  })

  it('with nothing to promote no file is written', () =>
    expect(given(one, leave).rest().files.has('.harness/learnings.md')).toBe(false))

  test.each([
    [27, 'git merge autopilot/changes--scanner--proposal'],
    [28, '31 learnings: harness learnings prune'],
  ])('with %i learnings before and 3 new ones the last line is: %s', (count, hint) => {
    const before = Array.from({ length: count }, (_, nth) => `- [skill:a] [outcome:gotcha] ${nth}`).join('\n')
    const story = given(one, holds('.harness/learnings.md', before), learned, leave).rest()
    expect(story.ends().next.split('\n').at(-1)?.endsWith(hint)).toBe(true)
  })
})

it('AP-14 a session whose phases were all skipped ends as halted, and merges nothing', () => {
  const story = given({ ...one, reviewPlans: true }, answers('approve-plan', 'skip-phase')).rest()
  expect(story.order().filter((line) => /review\/final|MergeLane|AskHuman ask\/deliver/.test(line))).toEqual(
    [],
  )
  expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1, reason: 'No phase was completed.' })
})
