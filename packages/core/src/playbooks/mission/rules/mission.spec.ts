import { describe, expect, it } from 'vitest'
import { decisionsIn, given } from '../test-support/given.ts'
import { curates, done, plans, reviewsPlan, works } from '../test-support/happenings.ts'
import { planned, unplanned } from '../test-support/shelf.ts'

describe('a mission from spec to product', () => {
  const shelf = planned('F-001', 'F-002 < F-001')
  it('MI-01 plans if there are no features, reviews, works, validates, merges and is done', () => {
    const story = given(unplanned(), [
      plans(shelf),
      reviewsPlan('accept'),
      ...done('F-001'),
      ...done('F-002'),
      curates(),
    ])
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
    expect(story.shelf.features?.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['passed', 1],
      ['passed', 1],
    ])
    expect(story.claim('VAL-F-002')).toMatchObject({ status: 'PASS', evidence: 'it says "PASS"' })
    expect(story.log).toEqual([
      'ReadDocuments read/mission/1',
      'LookAtBase look/mission/1',
      'OpenLane open/mission/1',
      'mission-planner plan/mission/1',
      'EditDocuments write/mission/1',
      'plan-reviewer review/mission/1',
      'EditDocuments write/mission/2',
      'OpenLane open/F-001/1',
      'worker work/F-001/1',
      'EditDocuments write/mission/3',
      'SyncLane sync/F-001/1',
      'RunChecks checks/F-001/1',
      'validator validate/F-001/1',
      'ReadDocuments read/mission/2',
      'LookAtBase look/mission/2',
      'MergeLane merge/F-001/1',
      'EditDocuments write/mission/4',
      'CloseLane close/F-001/1',
      'EditDocuments write/mission/5',
      'OpenLane open/F-002/1',
      'worker work/F-002/1',
      'EditDocuments write/mission/6',
      'SyncLane sync/F-002/1',
      'RunChecks checks/F-002/1',
      'validator validate/F-002/1',
      'ReadDocuments read/mission/3',
      'LookAtBase look/mission/3',
      'MergeLane merge/F-002/1',
      'EditDocuments write/mission/7',
      'CloseLane close/F-002/1',
      'EditDocuments write/mission/8',
      'OpenLane open/docs-1/1',
      'documenter document/docs-1/1',
      'CloseLane close/docs-1/1',
      'curator curate/mission/1',
      'EditDocuments write/mission/9',
      'CloseLane close/mission/1',
    ])
  })
  it('MI-04 journals every decision with its reason', () => {
    expect(decisionsIn(shelf, [...done('F-001'), ...done('F-002'), curates()])).toEqual([
      'NEXT_WORKER F-001: F-001 depends on nothing and a lane is free.',
      'NEXT_VALIDATOR F-001: The worker of F-001 is done, and nothing else is about to be merged.',
      'NEXT_WORKER F-002: Everything that F-002 depends on has passed, and a lane is free.',
      'NEXT_VALIDATOR F-002: The worker of F-002 is done, and nothing else is about to be merged.',
      'DONE: All 2 features have passed.',
    ])
  })
  it('MI-13 a feature has a branch and a worktree of its own', () => {
    expect(given(shelf, [], {}).state.flights[0]?.lane).toMatchObject({ branch: 'harness/F-001' })
    const opening = given(shelf, [works('F-001')], {})
    expect(opening.log).toContain('OpenLane open/F-001/1')
  })
})
