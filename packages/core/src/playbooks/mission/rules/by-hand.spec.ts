import { describe, expect, it } from 'vitest'
import { given, givenConfined } from '../test-support/given.ts'
import { curates, done, edits, meanwhile, passes, sets, works } from '../test-support/happenings.ts'
import { feature, planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const three = planned('F-001', 'F-002', 'F-003 < F-002')
const says = sets('F-002', { status: 'passed' })
const _forges = edits((shelf) => ({
  ...shelf,
  features: (shelf.features ?? []).map((one) => ({ ...one, status: 'passed' })),
  contract: (shelf.contract ?? []).map((one) => ({ ...one, status: 'PASS', evidence: '"it works"' })),
}))

describe('TR-07 a feature that a person says has passed', () => {
  it('counts in a confined run, also while an agent works, and is listed as by hand', () => {
    const story = givenConfined(two, [meanwhile, says, ...done('F-001'), curates()])
    expect(story.ends()).toMatchObject({
      outcome: 'done',
      reason: expect.stringMatching(/ By hand: F-002\.$/),
    })
    expect(story.ends().report).toMatch(/## By hand\s+- F-002/)
    expect(story.notes).toContain('F-002 has passed by hand: no run has a record of it.')
  })
  it('may be built on, and a claim that nobody showed is not held against others', () => {
    const story = givenConfined(three, [meanwhile, says, ...done('F-001')])
    story.wants('worker work/F-003/1')
    givenConfined(planned(feature('F-001', { status: 'passed' }), 'F-002'), done('F-002')).wants(
      'curator curate/mission/1',
    )
  })
  it('is let go of if it is under way, and its lane is kept', () => {
    const story = givenConfined(two, [meanwhile, sets('F-001', { status: 'passed' }), works('F-001')])
    story.wants('worker work/F-002/1')
    expect(story.state.flights.map(({ task }) => task)).toEqual([{ type: 'feature', id: 'F-002' }])
  })
  it('does not count any more once a person takes it back', () => {
    const back = sets('F-002', { status: 'todo' })
    givenConfined(two, [meanwhile, says, works('F-001'), meanwhile, back, passes('F-001')]).wants(
      'worker work/F-002/1',
    )
  })
  it('is by hand for the next mission too, and what the mission before merged is not', () => {
    const shelf = planned(feature('F-001', { status: 'passed' }), feature('F-002', { status: 'passed' }))
    const carried = { proven: {}, landed: ['F-001', 'F-002'], byHand: ['F-002'] }
    const story = givenConfined(shelf, [], { carried })
    story.wants('validator validate/F-001/1')
    expect(story.state.byHand).toEqual(['F-002'])
  })
})

describe('MI-27 in an unconfined run a feature that is set to passed', () => {
  const back = 'Set back, for no validator of this mission has seen it pass as it stands there: F-002.'
  it('is set back and built, and nothing is asked', () => {
    const story = given(two, [meanwhile, says, works('F-001'), passes('F-001')])
    story.wants('worker work/F-002/1')
    expect(story.notes).toContain(back)
    expect(story.log.filter((line) => line.startsWith('AskHuman'))).toEqual([])
  })
  it('is validated first if it was so when the mission began', () => {
    const shelf = planned(feature('F-001', { status: 'passed' }), 'F-002')
    given(shelf).wants('validator validate/F-001/1')
  })
  it('counts if the run has a record of it', () => {
    const story = given(two, [...done('F-001'), ...done('F-002'), curates()])
    expect(story.ends().reason).not.toContain('By hand')
  })
})
