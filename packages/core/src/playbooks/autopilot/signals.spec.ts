import { describe, expect, it, test } from 'vitest'
import type { Complexity, RigorLevel, Signals } from './documents.ts'
import { firedSignals, higherOf, overrideOf, pausesForReview, signalsOf } from './signals.ts'
import { given } from './test-support/given.ts'
import { answers, holds, plans, says } from './test-support/happenings.ts'
import { onePhase, phaseOf, sessionOf } from './test-support/plain-input.ts'
import { planIn, planOf } from './test-support/plain-plan.ts'

const none: Signals = {
  reviewPlans: false,
  highComplexity: false,
  complexityOverride: null,
  plannerConcerns: [],
  taskCount: 15,
  taskThreshold: 15,
}
const each: Readonly<Record<string, Partial<Signals>>> = {
  reviewPlans: { reviewPlans: true },
  highComplexity: { highComplexity: true },
  complexityOverride: { complexityOverride: 'medium' },
  plannerConcerns: { plannerConcerns: ['the index'] },
  taskCount: { taskCount: 16 },
}
const names = Object.keys(each)
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const))
const all: Signals = Object.assign({}, none, ...Object.values(each))

describe('AP-07 at standard rigor', () => {
  it('a plan without a signal is approved by itself', () =>
    expect(pausesForReview('standard', none)).toBe(false))

  test.each(names)('%s alone puts the plan before a person', (name) =>
    expect(pausesForReview('standard', { ...none, ...each[name] })).toBe(true),
  )

  test.each(pairs)('%s and %s put the plan before a person, and both are shown', (one, other) => {
    const signals = { ...none, ...each[one], ...each[other] }
    expect(pausesForReview('standard', signals)).toBe(true)
    expect(firedSignals(signals)).toHaveLength(2)
  })

  it('each signal is shown in words', () =>
    expect(firedSignals(all)).toEqual([
      'every plan is reviewed (--review-plans)',
      'the phase is of high complexity',
      'the plan shows medium complexity; the spec says low',
      'the planner has concerns: the index',
      '16 tasks, more than 15',
    ]))
})

describe('AP-04 AP-07 the other levels', () => {
  test.each(names.filter((name) => name !== 'reviewPlans'))('fast approves in spite of %s', (name) =>
    expect(pausesForReview('fast', { ...none, ...each[name] })).toBe(false),
  )

  it('fast approves in spite of all signals but reviewPlans: the review wins', () => {
    expect(pausesForReview('fast', { ...all, reviewPlans: false })).toBe(false)
    expect(pausesForReview('fast', { ...none, reviewPlans: true })).toBe(true)
  })

  it('thorough asks without any signal', () => expect(pausesForReview('thorough', none)).toBe(true))
})

describe('AP-06 the complexity that a plan shows', () => {
  const override = (marked: Complexity, tasks: number, checkpoints: number) =>
    overrideOf(marked, planIn(planOf(tasks, checkpoints)))

  test.each([
    [10, 0, null],
    [11, 0, 'medium'],
    [20, 0, 'medium'],
    [21, 0, 'high'],
    [1, 3, null],
    [1, 4, 'medium'],
    [1, 6, 'medium'],
    [1, 7, 'high'],
    [10, 3, null],
    [11, 7, 'high'],
    [21, 1, 'high'],
  ] as const)('low with %i tasks and %i checkpoints is %s', (tasks, checkpoints, shown) =>
    expect(override('low', tasks, checkpoints)).toBe(shown),
  )

  test.each(['medium', 'high'] as const)('a phase that is marked %s keeps its mark', (marked) => {
    expect(override(marked, 21, 7)).toBeNull()
    expect(override(marked, 11, 4)).toBeNull()
  })

  it('is in the session, and is a signal', () => {
    const story = given(onePhase(), plans(planOf(11))).rest()
    expect(story.state().phases[0]?.complexityOverride).toBe('medium')
    expect(story.gate().detail).toContain('- the plan shows medium complexity; the spec says low\n')
  })

  it('markers outside of tasks count as checkpoints too', () =>
    expect(overrideOf('low', { tasks: [], checkpoints: 4 })).toBe('medium'))
})

describe('AP-07 the snapshot', () => {
  test.each([
    [15, false],
    [16, true],
  ])('%i tasks of a medium phase ask a person: %s', (tasks, isAsked) => {
    const story = given(onePhase('medium'), plans(planOf(tasks))).rest()
    expect(story.order().includes('AskHuman ask/approve-plan')).toBe(isAsked)
  })

  it('names the concerns of the planner', () =>
    expect(signalsOf(false, phaseOf('A'), planIn(planOf(2)), ['the index'])).toEqual({
      ...none,
      plannerConcerns: ['the index'],
      taskCount: 2,
    }))

  it('the concerns of a handoff that another tool left count as well', () => {
    const plan = 'docs/plans/core.md'
    const adopted = sessionOf({ phases: [phaseOf('Core Scanner', { planPath: plan })] })
    const found = {
      claims: ({ type }: { readonly type: string }) => type === 'LookForPlan',
      make: ({ id }: { readonly id: never }, at: number) => ({
        type: 'PlanLookedFor' as const,
        at,
        commandId: id,
        paths: [plan],
        from: 'handoff' as const,
        concerns: ['the schema'],
      }),
    }
    const story = given({ ...onePhase(), adopted }, holds(plan, planOf(2)), found as never).rest()
    expect(story.gate().detail).toContain('- the planner has concerns: the schema\n')
  })
})

describe('AP-07 each decision about a plan is recorded, with all that the person saw', () => {
  const concerned = says('planner', { answer: { concerns: ['the index'] }, wrote: planOf(12) })
  const seen: Signals = {
    reviewPlans: false,
    highComplexity: false,
    complexityOverride: 'medium',
    plannerConcerns: ['the index'],
    taskCount: 12,
    taskThreshold: 15,
  }

  test.each([
    ['standard', 'auto_approved_plan', 'no signal fired'],
    ['fast', 'auto_approved_plan_fast', 'the rigor is fast'],
  ] as const)('%s: %s', (rigor: RigorLevel, what, why) => {
    const story = given({ rigor }, plans(planOf(2))).rest()
    expect(story.state().decisions[0]).toEqual({
      state: 'APPROVE_PLAN',
      what,
      why,
      signals: { ...none, taskCount: 2 },
    })
  })

  it('fast keeps the signals that it passed over', () => {
    const story = given({ ...onePhase(), rigor: 'fast' }, concerned).rest()
    expect(story.state().decisions[0]).toMatchObject({ what: 'auto_approved_plan_fast', signals: seen })
  })

  test.each([
    ['yes', 'approved_plan', 'looks right', 'ana: looks right'],
    ['yes', 'approved_plan', '', 'answered by ana'],
    ['revise', 'revised_plan', 'smaller', 'ana: smaller'],
    ['skip-phase', 'skipped_phase', 'later', 'ana: later'],
    ['stop', 'stopped', '', 'answered by ana'],
  ])('%s: %s', (choice, what, words, why) => {
    const story = given(onePhase(), concerned, answers('approve-plan', choice, words))
    expect(story.state().decisions).toEqual([{ state: 'APPROVE_PLAN', what, why, signals: seen }])
  })

  it('what is approved by itself is told on one line', () => {
    const story = given(onePhase(), plans(planOf(8))).rest()
    expect(story.state().said).toContain(
      'Auto-approved Phase 1: Core Scanner | auto | low | no concerns | 8 tasks',
    )
  })
})

test.each([
  ['medium', 'high', 'high'],
  ['high', 'medium', 'high'],
  [null, 'medium', 'medium'],
  [null, null, null],
] as const)('AP-06 of the complexities %s and %s the higher one counts', (one, other, higher) =>
  expect(higherOf(one, other)).toBe(higher),
)
