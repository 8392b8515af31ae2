import { describe, expect, it, test } from 'vitest'
import { threeFixes } from './test-support/every-gate.ts'
import { given } from './test-support/given.ts'
import { answers, checks, finding, finds, idle, says, validates } from './test-support/happenings.ts'
import { onePhase, phaseOf, sessionOf } from './test-support/plain-input.ts'

const one = onePhase()
const critical = finding('critical', 'Deletes files')
const important = finding('important', 'No test')
const suggestion = finding('suggestion', 'A name')
const fixFinal = answers('final-review-findings', 'fix')

describe('AP-11 the review of a phase', () => {
  it('judges the change of that phase', () => {
    const story = given({}, answers('continue', 'yes')).rest()
    expect(story.call('review/phase-2').shows).toEqual({ change: { from: 'commit-2', to: 'commit-4' } })
  })

  test.each([
    ['critical', critical, '[critical] Deletes files (src/walk.js:3)'],
    ['important', important, '[important] No test (src/walk.js:3)'],
  ])('a finding that is %s blocks, a suggestion beside it is not shown', (_, one1, line) => {
    const story = given(one, finds('review/phase-1', suggestion, one1))
    expect(story.asks()).toBe('review-findings: fix, override, stop')
    expect(story.gate().detail).toBe(`- ${line}`)
    expect(story.state().reviews).toEqual({ 1: [suggestion, one1] })
  })

  it('suggestions do not block, and are counted', () => {
    const story = given(one, finds('review/phase-1', suggestion, suggestion)).rest()
    expect(story.gate().name).toBe('deliver')
    expect(story.state().history[0]?.reviewFindings).toEqual({ critical: 0, important: 0, suggestion: 2 })
    expect(story.state().said).toContain('Review of Phase 1: Core Scanner: 0 blocking, 2 to consider')
  })

  it('fix: the executor gets what blocks and the words; the phase is verified and reviewed again', () => {
    const fix = answers('review-findings', 'fix', 'Ask first.')
    const story = given(one, finds('review/phase-1', critical, suggestion), fix)
    const job = story.slice('execute/phase-1-fix', 'Your job')
    expect(job).toContain('- [critical] Deletes files (src/walk.js:3)\n- Ask first.\n')
    expect(job).not.toContain('A name')
    const order = story.rest().order()
    expect(order.slice(order.indexOf('task-executor execute/phase-1-fix') + 1).slice(0, 4)).toEqual([
      'RunChecks verify/phase-1',
      'ValidateSession validate/phase-1',
      'verifier verifier/phase-1',
      'code-reviewer review/phase-1',
    ])
    expect(story.slice('review/phase-1', 'Earlier findings of this phase')).toContain('Deletes files')
    expect(story.state().reviews).toEqual({ 1: [] })
  })

  it('override needs words, is recorded with them, and the phase is complete', () => {
    const found = finds('review/phase-1', critical)
    const choice = given(one, found)
      .gate()
      .choices.find(({ name }) => name === 'override')
    expect(choice?.words).toBe('required')
    const story = given(one, found, answers('review-findings', 'override', 'a test tool')).rest()
    expect(story.state().decisions.at(-1)).toEqual({
      state: 'REVIEW',
      what: 'overrode_findings',
      why: 'ana: a test tool',
    })
    expect(story.state().history[0]?.reviewFindings).toEqual({ critical: 1, important: 0, suggestion: 0 })
    expect(story.gate().detail).toContain('Passed over: REVIEW overrode_findings: ana: a test tool')
  })

  test.each(['review/phase-1', 'review/final'])('a reviewer that changed files is void (%s)', (name) => {
    const changed = says(name, { violation: { files: ['a.js'], patch: '' }, answer: { findings: [] } })
    const story = given(one, changed, changed)
    expect(story.gate().question).toContain('it changed a.js; the change was put back')
  })
})

describe('AP-13 the final review', () => {
  it('judges the whole change from its start, and knows the findings of every phase', () => {
    const passed = answers('review-findings', 'override', 'later')
    const story = given(
      {},
      finds('review/phase-1', critical),
      passed,
      answers('continue', 'yes'),
      finds('review/phase-2', suggestion),
    ).rest()
    expect(story.call('review/final').shows).toEqual({ change: { from: 'base', to: 'commit-4' } })
    expect(story.slice('review/final', 'Findings of the phases')).toBe(
      '- Phase 1: [critical] Deletes files (src/walk.js:3)\n- Phase 2: [suggestion] A name (src/walk.js:3)',
    )
    expect(story.slice('review/final', 'Focus')).toContain('across all phases')
  })

  it('of a session that another tool began looks from its startingCommit', () => {
    const adopted = sessionOf({
      startingCommit: 'a1b2c3',
      currentPhase: 1,
      phases: [phaseOf('Core Scanner', { status: 'complete' }), phaseOf('Rule Engine')],
    })
    const story = given({ adopted }).rest()
    expect(story.call('review/final').shows).toEqual({ change: { from: 'a1b2c3', to: 'commit-2' } })
  })

  it('without what blocks it has passed', () => {
    const story = given(one, finds('review/final', suggestion)).rest()
    expect(story.state().finalReview).toEqual({ status: 'passed', findings: [suggestion], retryCount: 0 })
  })

  it('is under way while the reviewer works, and while its findings block', () => {
    const story = given(one, finds('review/final', important))
    expect(story.state().finalReview).toEqual({ status: 'in_progress', findings: [important], retryCount: 0 })
  })

  it('fix: the executor fixes across phases, the checks run, and it is reviewed again', () => {
    const story = given(one, finds('review/final', critical), fixFinal)
    expect(story.call('execute/final')).toMatchObject({
      session: 'final',
      commitMessage: 'Fix what the final review found',
    })
    expect(story.labels('execute/final')).not.toContain('Plan')
    const order = story.rest().order()
    expect(order.slice(order.indexOf('task-executor execute/final') + 1).slice(0, 3)).toEqual([
      'RunChecks verify/final',
      'ValidateSession validate/final',
      'code-reviewer review/final',
    ])
    expect(story.slice('review/final', 'Earlier findings of the final review')).toContain('Deletes files')
    expect(story.state().finalReview).toEqual({ status: 'passed', findings: [], retryCount: 1 })
  })

  it('has at most three fix cycles; then it is recorded, has failed, and offers no fix', () => {
    const story = given(one, ...threeFixes, finds('review/final', important))
    story.wants('EditDocuments fail/final/1')
    expect(story.edits().at(-1)).toEqual({
      now: expect.stringMatching(/^2026-03-19T/),
      failure: 'Final review: blocking findings after 3 fix cycles: [important] No test (src/walk.js:3)',
    })
    expect(story.rest().asks()).toBe('final-review-findings: override, stop')
    expect(story.state().finalReview).toEqual({ status: 'failed', findings: [important], retryCount: 3 })
    expect(story.gate().question).toBe(
      'The final review still has blocking findings after 3 fix cycles. What now?',
    )
  })

  it('after the last cycle checks that fail offer no further fix', () => {
    const story = given(one, ...threeFixes, checks('test')).rest()
    expect(story.asks()).toBe('verification-failed: skip-verification, stop')
  })

  it('a fix of failing checks is one of the cycles', () => {
    const again = answers('verification-failed', 'fix')
    const story = given(
      one,
      finds('review/final', critical),
      fixFinal,
      checks('test'),
      again,
      validates('x'),
      again,
    )
    expect(story.state().finalReview.retryCount).toBe(3)
  })

  it('an executor that fixes nothing is tried again, without another cycle', () => {
    const story = given(one, finds('review/final', critical), fixFinal, idle({}, 'execute/final'))
    story.wants('task-executor execute/final/2')
    expect(story.state().finalReview.retryCount).toBe(1)
  })

  it('cycles that another tool used up count', () => {
    const finalReview = { status: 'in_progress', findings: [critical], retryCount: 3 } as const
    const adopted = sessionOf({
      currentState: 'FINAL_REVIEW',
      currentPhase: 0,
      phases: [phaseOf('Core Scanner')],
      finalReview,
    })
    expect(given({ adopted }, finds('review/final', critical)).rest().asks()).toBe(
      'final-review-findings: override, stop',
    )
  })

  it('override needs words, is recorded, and the review is overridden', () => {
    const story = given(
      one,
      finds('review/final', critical),
      answers('final-review-findings', 'override', 'known'),
    ).rest()
    expect(story.state().decisions.at(-1)).toEqual({
      state: 'FINAL_REVIEW',
      what: 'overrode_findings',
      why: 'ana: known',
    })
    expect(story.state().finalReview).toEqual({ status: 'overridden', findings: [critical], retryCount: 0 })
  })
})
