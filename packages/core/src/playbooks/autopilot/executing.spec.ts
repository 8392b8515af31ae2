import { describe, expect, it, test } from 'vitest'
import { given } from './test-support/given.ts'
import { blocked, breaks, checks, gaveUp, idle, plans, says, type Told } from './test-support/happenings.ts'
import { onePhase } from './test-support/plain-input.ts'

const one = onePhase()
const first = 'execute/phase-1-task-1'
const walk = 'task 1: Walk | src/walk.js'

describe('AP-08 a plan is executed task by task', () => {
  it('each in a call of its own, in one session of the phase, with a commit', () => {
    const story = given(one).rest()
    const executions = story.calls().filter(({ role }) => role === 'autopilot/task-executor')
    expect(executions).toMatchObject([
      { session: 'phase-1', commitMessage: 'Walk (phase 1, task 1)', startCommit: 'base' },
      { session: 'phase-1', commitMessage: 'Match (phase 1, task 2)', startCommit: 'commit-1' },
    ])
  })

  it('an executor is told the plan, the tasks that are done, and its own task only', () => {
    const story = given(
      one,
      plans(`${walk}\nBody of walk.\ntask 2: Match | src/match.js\nBody of match.`),
    ).rest()
    expect(story.labels(first)).toEqual(['Spec', 'Phase', 'Plan', 'Your job', 'Scratchpad'])
    const second = 'execute/phase-1-task-2'
    expect(story.slice(second, 'Tasks that are done')).toBe('- Task 1: Walk')
    expect(story.slice(second, 'Your job')).toContain('Do task 2 of the plan, and nothing else: Match')
    expect(story.slice(second, 'Your job')).toContain('Body of match.')
    expect(story.slice(second, 'Your job')).not.toContain('Body of walk.')
  })

  it('what an executor leaves is the handoff, with what is done and what is not', () => {
    const decided = { what: 'SQLite', why: 'one file' }
    const said = says(first, { answer: { summary: 'walks', concerns: ['slow'], decisions: [decided] } })
    expect(given(one, said).state().handoff).toEqual({
      timestamp: '2026-03-19T12:00:01.000Z',
      fromSkill: 'autopilot/task-executor',
      phase: 'Phase 1: Core Scanner',
      summary: 'walks',
      completed: ['Task 1: Walk'],
      pending: ['Task 2: Match'],
      concerns: ['slow'],
      decisions: [decided],
      blockers: [],
      contextKeywords: [],
    })
  })
})

describe('AP-08 the handoff says how far the plan is', () => {
  const progress = (story: ReturnType<typeof given>) => {
    const { completed, pending } = story.state().handoff ?? { completed: null, pending: null }
    return { completed, pending }
  }

  it('after the last task nothing is left', () =>
    expect(progress(given(one, says(first, {}), says('execute/phase-1-task-2', {})))).toEqual({
      completed: ['Task 1: Walk', 'Task 2: Match'],
      pending: [],
    }))

  it('a task that is blocked is not among what is completed', () =>
    expect(progress(given(one, blocked()))).toEqual({
      completed: [],
      pending: ['Task 1: Walk', 'Task 2: Match'],
    }))

  it('a task whose work a person has still to see is not among it either', () => {
    const looked = given(one, plans(`${walk}\n[human-verify] Look.`), says(first, {}))
    expect(progress(looked)).toEqual({ completed: [], pending: ['Task 1: Walk'] })
  })
})

describe('AP-09 what counts as a failed attempt', () => {
  const violation = { files: ['.git/config'], patch: 'p' }
  const failures: readonly (readonly [string, Told, string])[] = [
    ['a task that is blocked', blocked('no such module'), 'no such module'],
    ['a task that is done and changed nothing', idle(), 'it reported the work done and changed nothing'],
    [
      'a change of files that are not its own',
      says(first, { violation }),
      'it changed .git/config, which is not its own; the change was put back',
    ],
    [
      'an answer that breaks its contract',
      breaks(first, 'no status', 'no summary'),
      'the executor gave no usable report: no status; no summary',
    ],
    [
      'an answer of another kind',
      says(first, { answer: { kind: 'plan' } }),
      'the executor gave no usable report',
    ],
  ]
  test.each(failures)('%s', (_, told, error) => {
    const story = given(one, told)
    story.wants(`task-executor ${first}/2`)
    expect(story.state().work).toMatchObject({ retries: 1, done: [] })
    expect(story.slice(first, 'Retry')).toContain(`- ${error}\n`)
  })

  it('a task that says that it changes no file may change none', () => {
    const story = given(one, plans('task 1: Measure | none'), idle())
    expect(story.state().work).toMatchObject({ retries: 0, done: [{ id: '1' }] })
  })

  it('a task that does not say it must change something, unless a person looks at it', () => {
    expect(given(one, plans('task 1: Measure'), idle()).state().work.retries).toBe(1)
    const looked = plans('task 1: Measure\n[human-verify] Look.')
    expect(given(one, looked, idle()).asks()).toBe('checkpoint: yes, no, stop')
  })

  it('a retry that changes nothing counts if an earlier attempt changed something', () => {
    const partly = says(first, { answer: { status: 'blocked', problem: 'half of it' } })
    expect(given(one, partly, idle()).state().work.done).toMatchObject([{ id: '1' }])
  })
})

describe('AP-09 each retry knows more', () => {
  const learned = edited('.harness/learnings.md', '- [skill:a] [outcome:gotcha] Git is slow.')
  const [e1, e2, e3, e4] = gaveUp() as [Told, Told, Told, Told]
  const usual = ['Spec', 'Phase', 'Plan', 'Your job']

  it('the first: the error', () => {
    const story = given(one, learned, e1)
    expect(story.labels(first)).toEqual([...usual, 'Retry', 'Scratchpad'])
    expect(story.slice(first, 'Retry')).toContain('This is retry 1 of 3.')
    expect(story.slice(first, 'Retry')).toContain('- first error')
  })

  it('the second: both errors, the files of the task and the plan, and the learnings', () => {
    const story = given(one, learned, e1, e2)
    expect(story.labels(first)).toEqual([...usual, 'Retry', 'Related files', 'Learnings', 'Scratchpad'])
    expect(story.slice(first, 'Retry')).toContain('- first error\n- second error')
    expect(story.slice(first, 'Related files')).toBe('Read these files first:\n- src/walk.js\n- src/match.js')
    expect(story.slice(first, 'Learnings')).toContain('Git is slow.')
  })

  it('the third: all checks run before it, and their logs are shown', () => {
    given(one, e1, e2, e3).wants('RunChecks diagnose/phase-1-task-1/1')
    const story = given(one, learned, e1, e2, e3, checks('test'))
    story.wants(`task-executor ${first}/4`)
    expect(story.labels(first)).toEqual([
      ...usual,
      'Retry',
      'Related files',
      'Learnings',
      'Full context',
      'Scratchpad',
    ])
    expect(story.call(first).shows).toEqual({
      logs: [{ title: 'the check test', log: 'checks/diagnose-phase-1-task-1-1/1-test.log', quoted: false }],
    })
    expect(story.state().work.retries).toBe(3)
  })

  it('there is no fourth: the failure is recorded, and a commit marks the place', () => {
    const story = given(one, e1, e2, e3, e4)
    story.wants('EditDocuments fail/phase-1-task-1/1')
    expect(story.edits().at(-1)).toEqual({
      now: expect.stringMatching(/^2026-03-19T/),
      failure: 'Phase 1: Core Scanner, task 1 (Walk): fourth error',
    })
    expect(story.rest().marks()).toEqual([
      '[autopilot][recovery] Phase 1: Core Scanner, task 1 (Walk): not done after 3 retries',
    ])
    expect(story.order().filter((line) => line === `task-executor ${first}`)).toHaveLength(4)
  })

  it('a task that is done gives the next one a full budget', () => {
    const story = given(one, e1, e2, says(first, {}), blocked('other', 'execute/phase-1-task-2'))
    expect(story.slice('execute/phase-1-task-2', 'Retry')).toContain('This is retry 1 of 3.')
    expect(story.state().work.retries).toBe(3)
  })
})

function edited(path: string, text: string): Told {
  return { edit: ({ files }) => void files.set(path, text), before: () => true }
}
