import { describe, expect, it, test } from 'vitest'
import type { PhaseStatus, SessionFile } from './documents.ts'
import { given } from './test-support/given.ts'
import { answers, checks, finding, holds, says, type Told } from './test-support/happenings.ts'
import { firstPlan, phaseOf, sessionDir, sessionOf } from './test-support/plain-input.ts'
import { twoTasks } from './test-support/plain-plan.ts'

const plan = 'docs/plans/theirs.md'
const theirPlan = holds(plan, twoTasks)

/** A session of two phases; the first has this status, and a plan. */
const session = (status: PhaseStatus, more: Partial<SessionFile> = {}): SessionFile =>
  sessionOf({
    phases: [phaseOf('Core Scanner', { status, planPath: plan }), phaseOf('Rule Engine')],
    ...more,
  })
const continued = (adopted: SessionFile, adoptedTasks: readonly string[], ...story: readonly Told[]) =>
  given({ adopted, adoptedTasks }, ...story).rest()
const called = (story: ReturnType<typeof given>): readonly string[] =>
  story.calls().map(({ role, id }) => `${role.replace('autopilot/', '')} ${id.split('/')[2]}`)

describe('AP-03 AP-05 where a session of another tool continues', () => {
  test.each(['ASSESS', 'PLAN'] as const)('%s without a plan: it is planned', (currentState) => {
    const adopted = sessionOf({ currentState, phases: [phaseOf('Core Scanner')] })
    const story = continued(adopted, [])
    expect(called(story)[0]).toBe('planner phase-1')
    expect(story.files.has(firstPlan)).toBe(true)
  })

  test.each(['ASSESS', 'PLAN', 'APPROVE_PLAN', 'EXECUTE'] as const)(
    '%s with a plan: that plan goes through approval, and no other is written',
    (currentState) => {
      const story = continued(session('in-progress', { currentState }), [], theirPlan)
      expect(called(story).slice(0, 2)).toEqual([
        'task-executor phase-1-task-1',
        'task-executor phase-1-task-2',
      ])
      expect(story.decisions()[0]).toEqual(['APPROVE_PLAN', 'auto_approved_plan'])
      expect(story.state().phases[0]?.planPath).toBe(plan)
    },
  )

  it('a plan that is recorded and gone is written again', () => {
    const story = continued(session('in-progress', { currentState: 'EXECUTE' }), [])
    expect(called(story)[0]).toBe('planner phase-1')
  })

  it('a plan of several files is read as one', () => {
    const two = 'docs/plans/a.md,docs/plans/b.md'
    const adopted = sessionOf({ phases: [phaseOf('Core Scanner', { planPath: two })] })
    const parts = [holds('docs/plans/a.md', 'task 1: A | a.js'), holds('docs/plans/b.md', 'task 2: B | b.js')]
    expect(called(continued(adopted, [], ...parts)).slice(0, 2)).toEqual([
      'task-executor phase-1-task-1',
      'task-executor phase-1-task-2',
    ])
  })

  test.each(['VERIFY', 'REVIEW'] as const)(
    '%s with all tasks complete: the phase is verified and reviewed here, and nothing is executed',
    (currentState) => {
      const story = continued(session('in-progress', { currentState }), ['1', '2'], theirPlan)
      expect(called(story)).toEqual(['verifier phase-1', 'code-reviewer phase-1'])
      expect(story.order()).toContain('RunChecks verify/phase-1')
      expect(story.gate().name).toBe('continue')
    },
  )

  it('its decisions, its history and its final review are kept', () => {
    const decision = { state: 'APPROVE_PLAN', what: 'approved_plan', why: 'by another tool' } as const
    const adopted = session('pending', { decisions: [decision] })
    expect(continued(adopted, [], theirPlan).state().decisions[0]).toEqual(decision)
  })

  it('it is told where it resumes', () => {
    const story = continued(session('in-progress', { currentState: 'EXECUTE' }), [], theirPlan)
    expect(story.state().said).toContain('Resuming from EXECUTE, phase 1: Core Scanner.')
  })
})

describe('AP-03 tasks that the other tool calls complete', () => {
  it('are not executed again, and count as completed', () => {
    const story = continued(session('in-progress'), ['1'], theirPlan)
    expect(called(story)[0]).toBe('task-executor phase-1-task-2')
    expect(story.slice('execute/phase-1-task-2', 'Tasks that are done')).toBe('- Task 1: Walk')
    expect(story.state().history[0]?.tasksCompleted).toBe(2)
  })

  it('are of its current phase only', () => {
    const story = continued(session('in-progress'), ['1'], theirPlan, answers('continue', 'yes'))
    expect(called(story)).toContain('task-executor phase-2-task-1')
  })

  it('are of its current phase also if a person puts another phase first', () => {
    const wish = holds(`${sessionDir}phases.json`, JSON.stringify({ skip: [], order: [2] }))
    const story = continued(session('in-progress'), ['1'], theirPlan, wish, answers('continue', 'yes'))
    const executed = called(story).filter((call) => call.startsWith('task-executor'))
    expect(executed).toEqual([
      'task-executor phase-2-task-1',
      'task-executor phase-2-task-2',
      'task-executor phase-1-task-2',
    ])
  })

  it('are verified with the phase: failing checks are no pass', () =>
    expect(continued(session('in-progress'), ['1', '2'], theirPlan, checks('test')).gate().name).toBe(
      'verification-failed',
    ))

  it('that the plan does not have are ignored', () => {
    const story = continued(session('in-progress'), ['7'], theirPlan)
    expect(called(story)[0]).toBe('task-executor phase-1-task-1')
  })
})

describe('AP-03 AP-10 what the other tool calls complete goes through the verifier', () => {
  const fast = (adoptedTasks: readonly string[], ...story: readonly Told[]) =>
    given({ adopted: session('in-progress'), adoptedTasks, rigor: 'fast' }, theirPlan, ...story).rest()
  const verifiers = (story: ReturnType<typeof given>) =>
    called(story).filter((call) => call.startsWith('verifier'))

  it.each([[['1']], [['1', '2']]])('at fast rigor too, in that phase only: %j', (tasks) => {
    const story = fast(tasks)
    expect(verifiers(story)).toEqual(['verifier phase-1'])
    expect(called(story)).toContain('code-reviewer phase-2')
    expect(story.ends().outcome).toBe('done')
  })

  it('at fast rigor no verifier runs if it calls none complete', () =>
    expect(verifiers(fast([]))).toEqual([]))

  it('a verifier that finds nothing of it stops the run at a gate', () => {
    const absent = says('verifier', { answer: { passed: false, failures: ['src/walk.js is not there.'] } })
    expect(fast(['1', '2'], absent).gate()).toMatchObject({
      name: 'verification-failed',
      detail: expect.stringContaining('src/walk.js is not there.'),
    })
  })

  it('a verifier that shows none of it is void', () => {
    const idle = says('verifier', { answer: { truths: [] } })
    expect(fast(['1', '2'], idle, idle).gate().name).toBe('output-missing')
  })
})

describe('AP-03 AP-07 a complexity that the other tool recorded beside the one of the spec', () => {
  const recorded = (complexityOverride: 'medium' | 'high') =>
    sessionOf({
      phases: [
        phaseOf('Core Scanner', { complexity: 'medium', complexityOverride, planPath: plan }),
        phaseOf('Rule Engine'),
      ],
    })

  it.each(['medium', 'high'] as const)('stays, and is a signal: %s', (override) => {
    const story = continued(recorded(override), [], theirPlan)
    expect(story.gate().name).toBe('approve-plan')
    expect(story.gate().detail).toContain(`- the plan shows ${override} complexity`)
    expect(story.state().phases[0]?.complexityOverride).toBe(override)
    const yes = continued(recorded(override), [], theirPlan, answers('approve-plan', 'yes'))
    expect(yes.state().decisions[0]?.signals?.complexityOverride).toBe(override)
    expect(yes.state().phases[0]?.complexityOverride).toBe(override)
  })

  it('is none of another phase', () => {
    const yes = [answers('approve-plan', 'yes'), answers('continue', 'yes')]
    const story = continued(recorded('high'), [], theirPlan, ...yes)
    expect(story.state().phases[1]?.complexityOverride).toBeNull()
    expect(story.decisions()).toContainEqual(['APPROVE_PLAN', 'auto_approved_plan'])
  })
})

describe('AP-03 AP-15 phases that the other tool completed', () => {
  const history = ['Core Scanner', 'Rule Engine'].map((name, phase) => ({
    phase,
    name,
    startedAt: '',
    completedAt: '',
    tasksCompleted: 3,
    retriesUsed: 0,
    verificationPassed: true,
    reviewFindings: { critical: 0, important: 0, suggestion: 0 },
  }))

  it('stay complete: the next one begins', () => {
    const adopted = session('complete', { currentPhase: 1, history: history.slice(0, 1) })
    const story = continued(adopted, [], theirPlan)
    expect(called(story)[0]).toBe('planner phase-2')
    expect(story.state().history.map(({ name }) => name)).toEqual(['Core Scanner', 'Rule Engine'])
    expect(story.state().phases.map(({ status }) => status)).toEqual(['complete', 'complete'])
  })

  const all = (more: Partial<SessionFile> = {}) =>
    sessionOf({
      currentState: 'FINAL_REVIEW',
      currentPhase: 2,
      phases: ['Core Scanner', 'Rule Engine'].map((name) => phaseOf(name, { status: 'complete' })),
      ...more,
    })

  it('all of them: the final review comes, and is told', () => {
    const story = continued(all({ history }), [])
    expect(called(story)).toEqual(['code-reviewer final', 'outcome-evaluator final'])
    expect(story.state().said).toContain('Resuming from FINAL_REVIEW, after the last phase.')
    expect(story.gate().name).toBe('deliver')
  })

  it('all of them, also if the other tool kept no history', () =>
    expect(called(continued(all(), []))).toEqual(['code-reviewer final', 'outcome-evaluator final']))

  it('what an earlier final review found is shown to the next one', () => {
    const finalReview = {
      status: 'in_progress',
      findings: [finding('critical', 'Two walkers')],
      retryCount: 1,
    } as const
    const story = continued(all({ history, finalReview }), [])
    expect(story.slice('review/final', 'Earlier findings of the final review')).toContain('Two walkers')
    expect(story.state().finalReview.retryCount).toBe(1)
  })

  it('a phase that the other tool skipped stays skipped', () => {
    const story = continued(session('skipped', { currentPhase: 1 }), [])
    expect(called(story)[0]).toBe('planner phase-2')
  })
})

it('AP-03 a session says what phases it has; the notes of what was read come first', () => {
  const story = given({ notes: ['Read another session.'] }).rest()
  expect(story.state().said.slice(0, 2)).toEqual([
    'Read another session.',
    '2 phases found: Phase 1: Core Scanner (low), Phase 2: Rule Engine (medium)',
  ])
})
