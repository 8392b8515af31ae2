import { describe, expect, it } from 'vitest'
import { given, givenConfined } from '../test-support/given.ts'
import { curates, done, edits, meanwhile, passes, refutes, sets, works } from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const three = planned('F-001', 'F-002', 'F-003 < F-002')
const says = sets('F-002', { status: 'passed' })
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

describe('MI-27 a PASS that a person writes into the contract', () => {
  const writes = (id: string) =>
    edits((shelf) => ({
      ...shelf,
      contract: (shelf.contract ?? []).map((one) => (one.id === id ? { ...one, status: 'PASS' } : one)),
    }))
  const dropped = { ...two, features: [feature('F-001'), feature('F-002', { status: 'blocked' })] } as const

  it('counts in a confined run, and is listed as by hand', () => {
    const story = givenConfined(dropped, [meanwhile, writes('VAL-F-002'), ...done('F-001'), curates()])
    const { reason } = story.ends()
    expect(reason).toContain('Dropped: F-002 (blocked).')
    expect(reason).toMatch(/ By hand: VAL-F-002\.$/)
    expect(story.claim('VAL-F-002')?.status).toBe('PASS')
    expect(story.notes).toContain('VAL-F-002 has passed by hand: no run has a record of it.')
  })
  it('is set back in an unconfined run', () => {
    const story = given(dropped, [meanwhile, writes('VAL-F-002'), ...done('F-001'), curates()])
    expect(story.ends().reason).toContain('Dropped: F-002 (blocked, without VAL-F-002).')
    expect(story.claim('VAL-F-002')?.status).toBe('TODO')
  })
  it('shows a feature that a person sets to passed together with what a validator has seen', () => {
    const pays = feature('F-001', { claims: ['VAL-F-001', 'VAL-PAY'], status: 'passed' })
    const shelf = {
      ...planned(pays),
      contract: [
        entry('VAL-F-001', { status: 'PASS', evidence: '"ok"' }),
        entry('VAL-PAY', { status: 'PASS' }),
      ],
    } as const
    const carried = { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: ['F-001'] }
    expect(givenConfined(shelf, [], { carried }).ends().reason).toMatch(/ By hand: VAL-PAY\.$/)
    given(shelf, [], { carried }).wants('validator validate/F-001/1')
  })
  it('is no longer by hand once a validator has seen it', () => {
    const said = [meanwhile, writes('VAL-F-001'), works('F-001')]
    expect(givenConfined(planned('F-001'), said).state.byHand).toEqual(['VAL-F-001'])
    const seen = [...said, passes('F-001'), curates()]
    expect(givenConfined(planned('F-001'), seen).ends().reason).not.toContain('By hand')
  })
  it('gives way to a validator who refutes it', () => {
    const said = [meanwhile, writes('VAL-F-001'), works('F-001')]
    const story = givenConfined(two, [...said, refutes('F-001')])
    story.wants('worker work/F-001/2')
    expect(story.claim('VAL-F-001')?.status).toBe('FAIL')
  })
  it('is no word about other words: what is reworded since a validator saw it is set back', () => {
    const rewords = edits((now) => ({
      ...now,
      contract: (now.contract ?? []).map((one) =>
        one.id === 'VAL-F-001' ? { ...one, assertion: 'It is twice as good' } : one,
      ),
    }))
    const story = givenConfined(two, [...done('F-001'), meanwhile, rewords, works('F-002')])
    expect(story.claim('VAL-F-001')?.status).toBe('TODO')
    expect(story.state.byHand).toEqual([])
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
