import { describe, expect, it } from 'vitest'
import { diesAt, resumes } from '../../test-support/story.ts'
import { given, givenConfined } from './test-support/given.ts'
import {
  answersGate,
  checksFail,
  curates,
  type Deed,
  done,
  edits,
  type Happening,
  meanwhile,
  passes,
  sets,
  works,
} from './test-support/happenings.ts'
import { feature, planned } from './test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const three = planned('F-001', 'F-002', 'F-003 < F-002')
const says = sets('F-002', { status: 'passed' })
const forges = edits((shelf) => ({
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
    given(planned(feature('F-001', { status: 'passed' }), 'F-002'), [works('F-002'), passes('F-002')]).wants(
      'curator curate/mission/1',
    )
  })
  it('counts in an unconfined run if it was so when the mission began', () => {
    const story = given(planned(feature('F-001', { status: 'passed' }), 'F-002'), [
      ...done('F-002'),
      curates(),
    ])
    expect(story.ends().reason).toMatch(/ By hand: F-001\.$/)
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
    const story = given(shelf, [], { carried })
    story.wants('validator validate/F-001/1')
    expect(story.state.byHand).toEqual(['F-002'])
  })
})

describe('TR-07 in an unconfined run a feature that is set to passed while an agent or a program works', () => {
  const asks = 'AskHuman gate/escalation/1'
  /** It writes to the documents before it ends. */
  const writing = ({ claims, make }: Happening, { edit }: Deed): Happening => ({
    claims,
    make: (command, at, scene) => {
      scene.shelf = edit?.(scene.shelf) ?? scene.shelf
      return make(command, at, scene)
    },
  })

  it.each([
    ['an agent', [meanwhile, forges, works('F-001')]],
    ['a check', [works('F-001'), writing(checksFail('F-001'), says)]],
    ['an agent that died with its process', [diesAt('RunAgent', 'F-001'), says, resumes]],
  ])('stops the run with the list: %s', (_who, story) => {
    const told = given(two, story)
    expect(told.log).toContain(asks)
    expect(told.gate()).toMatchObject({
      exitCode: 3,
      digest: expect.any(String),
      detail: expect.stringContaining('F-002 was set to passed'),
      choices: [
        { name: 'by-hand', words: 'required' },
        { name: 'put-back', words: 'optional' },
        { name: 'refuse' },
      ],
    })
    expect(told.state.byHand).toEqual([])
  })

  const asked = [meanwhile, says, works('F-001')]

  it('counts once a person says that it was done by hand, and is listed with who and why', () => {
    const story = given(two, [...asked, answersGate('by-hand', 'I did it'), passes('F-001'), curates()])
    expect(story.ends()).toMatchObject({
      outcome: 'done',
      reason: expect.stringContaining(' By hand: F-002 (ada: I did it).'),
    })
    expect(story.ends().report).toMatch(/## By hand\s+- F-002 \(ada: I did it\)/)
  })

  it('is set back if a person puts it back, and is built', () => {
    const back = [...asked, answersGate('put-back'), passes('F-001')]
    given(two, back).wants('worker work/F-002/1')
    const ended = given(two, [...back, ...done('F-002'), curates()]).ends()
    expect(ended.reason).not.toContain('By hand')
  })

  it('is asked about again if the plan is another one when the answer comes', () => {
    const other = sets('F-002', { title: 'Another' })
    const story = given(two, [...asked, meanwhile, other, answersGate('by-hand', 'x')])
    story.wants('AskHuman gate/escalation/2')
    expect(story.state.byHand).toEqual([])
    expect(story.gate().choices.map(({ name }) => name)).toContain('by-hand')
  })

  it('is asked about by the next mission if the one before could not look any more', () => {
    const shelf = planned(feature('F-001', { status: 'passed' }), 'F-002')
    const carried = { proven: {}, landed: [], passed: [], watched: ['work/F-001/1'] }
    const story = given(shelf, [], { carried })
    story.wants(asks)
    expect(story.gate().detail).toContain('F-001 was set to passed')
    given(shelf, [], { carried: { ...carried, passed: ['F-001'] } }).wants('worker work/F-002/1')
  })

  it('is no question if the run has a record of it', () => {
    const story = given(two, [...done('F-001'), ...done('F-002'), curates()])
    expect(story.log.filter((line) => line.startsWith('AskHuman'))).toEqual([])
    expect(story.ends().reason).not.toContain('By hand')
  })
})
