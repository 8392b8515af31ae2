import { describe, expect, it } from 'vitest'
import { decisionsIn, given } from '../test-support/given.ts'
import { decidesTo, prose, works } from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const agent = { orchestrator: 'agent' } as const

describe('MI-04 an agent that orchestrates', () => {
  it('is told what is possible and chooses among it', () => {
    const story = given(two, [], agent)
    story.wants('orchestrator orchestrate/mission/1')
    expect(story.envelope()).toContain('- NEXT_WORKER F-001: F-001 depends on nothing and a lane is free.')
    expect(decisionsIn(two, [decidesTo('NEXT_WORKER', 'F-002')], agent)).toEqual([
      'NEXT_WORKER F-002: It seems best.',
    ])
  })
  it.each([
    ['names a feature that does not exist', decidesTo('NEXT_WORKER', 'F-009')],
    ['ends too early', decidesTo('DONE', null)],
    ['validates what nobody has built', decidesTo('NEXT_VALIDATOR', 'F-001')],
    ['answers nonsense', prose('orchestrator')],
  ])('that %s is asked once more, then the rules decide', (_name, answer) => {
    given(two, [answer], agent).wants('orchestrator orchestrate/mission/2')
    const story = given(two, [answer, answer], agent)
    story.wants('worker work/F-001/1')
    expect(story.notes[0]).toContain('The orchestrator was overruled')
    expect(given(two, [answer], agent).envelope()).toContain('Your answer before was refused')
  })
  it('that is overruled again and again is told of each time', () => {
    const wrong = decidesTo('DONE', null)
    const story = given(two, [wrong, wrong, works('F-001'), wrong, wrong], agent)
    expect(story.notes).toEqual([
      'The orchestrator was overruled in iteration 1: DONE is not possible now.',
      'The orchestrator was overruled in iteration 2: DONE is not possible now.',
    ])
  })
  it('may turn to a person at any time', () => {
    const story = given(two, [decidesTo('ESCALATE', null, 'I do not know.')], agent)
    story.wants('AskHuman gate/escalation/1')
  })
  it('is not asked about a checkpoint', () => {
    const story = given(planned('F-001'), [], {
      ...agent,
      checkpoints: [{ name: 'look', triggerOn: 'feature-claim:F', features: null }],
    })
    story.wants('AskHuman gate/mission/1')
  })
})
